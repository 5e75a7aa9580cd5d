"""``python -m chipledger``."""

import sys

from chipledger.cli import main

sys.exit(main())
