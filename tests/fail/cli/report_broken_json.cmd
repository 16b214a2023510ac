report cli/splits/broken.json
