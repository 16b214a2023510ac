report cli/splits/unfinished
