verify "a b c = triangel ? cong a b a c"
