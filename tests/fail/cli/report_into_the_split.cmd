report cli/splits/cut -o cli/splits/cut/report.html
