report cli/splits/no_figure
