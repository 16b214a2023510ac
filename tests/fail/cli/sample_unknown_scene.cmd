sample --scene right_triangle_altitud
