draft run cli/files/empty.draft
