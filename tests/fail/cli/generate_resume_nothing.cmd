generate out/no_such --resume
