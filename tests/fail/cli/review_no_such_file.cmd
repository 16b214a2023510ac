review cli/splits/no_steps cli/files/reviews/none.jsonl
