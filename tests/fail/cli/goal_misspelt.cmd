prove "a b c = iso_triangle ? congg a b a c"
