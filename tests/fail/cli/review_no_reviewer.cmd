review cli/splits/no_steps cli/files/reviews/no_reviewer.jsonl
