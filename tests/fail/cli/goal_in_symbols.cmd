prove "A B C = iso_triangle ? AB = AC"
