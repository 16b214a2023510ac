verify a b c = triangle
