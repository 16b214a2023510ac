draft run cli/files/twice.draft
