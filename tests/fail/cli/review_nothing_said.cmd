review cli/splits/no_steps cli/files/reviews/nothing_said.jsonl
