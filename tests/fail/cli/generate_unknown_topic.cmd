generate out/x --count 6 --topics circels
