prove "a b c = triangle | m = midpoint b c ? cong m b m c"
