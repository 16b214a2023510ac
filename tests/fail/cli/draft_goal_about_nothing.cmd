draft check cli/files/circle.draft --goal "P ∈ c"
