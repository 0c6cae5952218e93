"""Runs all cases, some at once."""

import asyncio
import os
import shutil
import sys
import tempfile
from pathlib import Path

from .checks import Checks, Failure
from .constants import CASES_AT_ONCE
from .pane import Tmux


async def run(checks):
    checks.learn()
    if not checks.key:
        print("--   no letter changes the page, so the case skips it")
    if not checks.cell:
        print("--   no tap changes the page, so the case skips it")
    checks.tmux = Tmux(checks)
    seats = asyncio.Semaphore(CASES_AT_ONCE)
    failures = 0

    async def perform(name, function, arguments):
        nonlocal failures
        async with seats:
            try:
                await function(checks, *arguments)
                print(f"ok   {name}", flush=True)
            except Failure as failure:
                failures += 1
                print(f"FAIL {name}: {failure}", flush=True)

    try:
        await checks.tmux.start()
        await asyncio.gather(*(perform(*entry) for entry in checks.cases))
    finally:
        checks.tmux.kill()
    return failures


def main():
    name = Path(sys.argv[0]).name
    if len(sys.argv) != 2:
        print(f"usage: {name} HOST", file=sys.stderr)
        return 64
    for tool in ("tmux", "bash", "swiftc"):
        if not shutil.which(tool):
            print(f"{name}: {tool} is not installed", file=sys.stderr)
            return 69
    host = Path(sys.argv[1]).absolute()
    if not os.access(host, os.X_OK):
        print(f"{name}: {host} is not a program", file=sys.stderr)
        return 64
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as directory:
        try:
            failures = asyncio.run(run(Checks(host, Path(directory))))
        except Failure as failure:
            print(f"FAIL {failure}")
            failures = 1
    return 1 if failures else 0
