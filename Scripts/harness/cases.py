"""Tables of cases, some of which run at once."""

import itertools
import tempfile
import traceback
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from .build import Failure

# More programs at once would slow one another down.
AT_ONCE = 6
CASES = []


def case(name, *arguments):
    """Adds a function to the table of cases, with a name and the arguments that follow the script's own."""

    def enter(function):
        CASES.append((name, function, arguments))
        return function

    return enter


def perform(cases, *own, at_once=AT_ONCE):
    """Runs cases, and prints how each ended; returns the exit status."""

    def run(entry):
        name, function, arguments = entry
        try:
            said = function(*own, *arguments)
            print(f"ok   {name}" + (f": {said}" if isinstance(said, str) else ""), flush=True)
            return True
        except Failure as failure:
            print(f"FAIL {name}: {failure}", flush=True)
        except Exception:
            print(f"FAIL {name}: {traceback.format_exc()}", flush=True)
        return False

    with ThreadPoolExecutor(at_once) as pool:
        return 0 if all(list(pool.map(run, cases))) else 1


class Folder(tempfile.TemporaryDirectory):
    """A temporary folder with folders for cases; the value is itself."""

    def __init__(self):
        super().__init__(ignore_cleanup_errors=True)
        self.path, self.numbers = Path(self.name), itertools.count()

    def __enter__(self):
        return self

    def new(self):
        """Makes a folder of its own for a case."""
        folder = self.path / str(next(self.numbers))
        folder.mkdir(mode=0o755)
        return folder
