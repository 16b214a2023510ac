"""A family of benchmarks about sticks laid end to end."""
