review cli/splits/no_steps cli/files/reviews/unknown_item.jsonl
