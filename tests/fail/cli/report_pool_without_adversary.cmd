report out/mine --pool 100
