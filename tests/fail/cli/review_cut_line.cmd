review cli/splits/no_steps cli/files/reviews/cut.jsonl
