rules check cli/files/no_rules
