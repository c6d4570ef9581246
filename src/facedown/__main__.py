"""`python -m facedown` is the `facedown` command."""

from facedown.client.main import main

if __name__ == "__main__":
    main()
