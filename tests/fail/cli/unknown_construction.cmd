constructions show midpiont
