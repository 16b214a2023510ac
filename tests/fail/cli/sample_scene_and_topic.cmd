sample --scene midline_triangle --topic circles
