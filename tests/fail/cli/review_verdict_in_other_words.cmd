review cli/splits/no_steps cli/files/reviews/verdict_in_other_words.jsonl
