"""`fitl site`: a table without a server, as a folder of static files (docs/site.md)."""

import argparse
from pathlib import Path

from fitl.cli.terminal import Terminal, complain
from fitl.site.build import RUNTIME, write_site
from fitl.site.program import SiteError


def site(args: argparse.Namespace) -> int:
    """Write the folder. Exit code 1 if it could not be."""
    folder = Path(args.folder)
    try:
        size = write_site(folder, Path(args.runtime or RUNTIME))
    except SiteError as error:
        complain(str(error))
        return 1
    except OSError as error:
        complain(str(error))
        return 1
    Terminal().say("site.done", {"folder": str(folder), "size": f"{size / 1e6:.1f}"})
    return 0
