report cli/splits/cut
