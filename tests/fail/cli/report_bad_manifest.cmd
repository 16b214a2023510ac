report cli/splits/bad_manifest
