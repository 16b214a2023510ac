generate out/x --count 6 --tiers 1,7
