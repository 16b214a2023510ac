prove cli/splits/cut/items.jsonl
