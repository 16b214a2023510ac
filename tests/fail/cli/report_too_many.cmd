report cli/splits/cut cli/splits/cut cli/splits/cut cli/splits/cut cli/splits/cut cli/splits/cut cli/splits/cut cli/splits/cut cli/splits/cut
