generate out/x --count 6 --tiers easy
