draft check cli/files/circle.draft --goal "Center(c) == A" --tools ruler
