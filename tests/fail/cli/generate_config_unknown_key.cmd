generate out/x --config configs/unknown_key.yaml
