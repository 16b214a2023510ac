draft run cli/files/misspelt.draft
