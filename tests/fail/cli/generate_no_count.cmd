generate out/x
