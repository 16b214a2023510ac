report cli/splits/cut -o r.docx
