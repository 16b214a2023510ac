draft run no_such_file.txt
