review cli/splits/no_steps cli/files/reviews/cut.jsonl -o cli/files/reviews/cut.jsonl
