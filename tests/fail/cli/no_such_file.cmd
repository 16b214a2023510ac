prove heights.txt
