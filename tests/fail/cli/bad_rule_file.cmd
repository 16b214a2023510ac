prove "a b c = iso_triangle ? cong a b a c" --rules rules/unknown_predicate.yaml
