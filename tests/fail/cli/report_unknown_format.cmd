report cli/splits/cut --format pdf
