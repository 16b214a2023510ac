"""Items: every option judged by means of its task."""
