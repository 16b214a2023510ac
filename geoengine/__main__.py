"""Run the commands as ``python -m geoengine``."""

from geoengine.cli import main

if __name__ == "__main__":
    main()
