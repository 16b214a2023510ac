prove "a b c = triangle"
