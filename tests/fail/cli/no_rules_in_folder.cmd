prove "a b c = triangle ? cong a b a c" --rules cli/files/no_rules
