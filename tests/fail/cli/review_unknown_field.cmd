review cli/splits/no_steps cli/files/reviews/unknown_field.jsonl
