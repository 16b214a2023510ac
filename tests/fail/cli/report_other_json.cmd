report cli/splits/other.json
