report nowhere.json
