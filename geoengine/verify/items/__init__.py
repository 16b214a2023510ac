"""Items: each answer is judged by the judge of its task."""
