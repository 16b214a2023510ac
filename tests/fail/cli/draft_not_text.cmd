draft run cli/files/bytes.draft
