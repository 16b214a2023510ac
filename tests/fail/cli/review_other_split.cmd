review cli/splits/no_steps cli/files/reviews/other_split.jsonl
