prove "a b = segment ? cong a b a b" --all problems/no_equals.txt
