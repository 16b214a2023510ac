prove "a b c = iso_triangle ? cong A b a c"
