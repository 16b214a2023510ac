report cli/splits/no_steps
