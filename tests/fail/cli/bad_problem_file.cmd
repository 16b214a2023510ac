prove --all problems/unknown_construction.txt
