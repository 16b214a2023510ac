"""Items: the answer of each judged by the judge of its task."""
