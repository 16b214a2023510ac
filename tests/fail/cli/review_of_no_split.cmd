review cli/files cli/files/reviews/cut.jsonl
