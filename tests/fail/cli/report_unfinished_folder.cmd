report cli/splits/unfinished.partial
