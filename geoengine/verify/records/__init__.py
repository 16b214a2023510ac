"""Records of problems: everything that they claim, judged."""
