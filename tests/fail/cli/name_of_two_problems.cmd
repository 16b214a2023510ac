prove cli/files/twins.txt --name twin
