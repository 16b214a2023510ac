report cli/splits/nowhere
