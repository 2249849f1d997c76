"""`python -m parlour` is the `parlour` command."""

import sys

from parlour.cli import main

sys.exit(main())
