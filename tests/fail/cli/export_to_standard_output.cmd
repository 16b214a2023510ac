export cli/splits/cut -
