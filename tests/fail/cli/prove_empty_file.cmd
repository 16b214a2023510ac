prove cli/files/empty.txt
