inspect "a b c = triangle" -o -
