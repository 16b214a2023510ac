review cli/splits/no_steps cli/files/reviews/time_in_words.jsonl
