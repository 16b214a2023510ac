draft check cli/files/circle.draft --goal "A = B"
