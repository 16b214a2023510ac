"""Reading, running and measuring drawing programs, by code of the judge's own."""
