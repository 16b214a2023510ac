generate out/x --config configs/count_in_words.yaml
