generate out/x --resume --count 5
