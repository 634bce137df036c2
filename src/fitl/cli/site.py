"""`fitl site`: a table without a server, as a folder of static files or as one HTML file (docs/site.md)."""

import argparse
from pathlib import Path

from fitl.catalogue import tell
from fitl.cli.terminal import Terminal, complain
from fitl.site.build import RUNTIME, write_file, write_site
from fitl.site.program import SiteError


def site(args: argparse.Namespace) -> int:
    """Write the folder or the file. Exit code 1 if it could not be."""
    runtime = Path(args.runtime or RUNTIME)
    try:
        if bool(args.folder) == bool(args.single):
            raise SiteError(tell("site.which"))
        if args.single:
            size, done = write_file(Path(args.single), runtime), "site.single_done"
        else:
            size, done = write_site(Path(args.folder), runtime), "site.done"
    except (SiteError, OSError) as error:
        complain(str(error))
        return 1
    Terminal().say(done, {"folder": args.folder or args.single, "size": f"{size / 1e6:.1f}"})
    return 0
