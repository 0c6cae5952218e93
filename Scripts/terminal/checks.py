"""The host under test and the table of cases."""

import asyncio
import os
import re
import subprocess

from .constants import AD, HEIGHT, PATIENCE, WIDTH
from .programs import ENDER, PLUGIN


class Failure(Exception):
    """A check that failed, with the reason."""


class Checks:
    """What all cases share: the host, a folder, the texts of its page, and the table of cases."""

    cases = []

    def __init__(self, host, directory):
        self.host, self.directory = host, directory
        self.names = iter(range(1000))
        self.programs = {}

    @property
    def plugin(self):
        """The folder of a plugin that traps, which the first use builds."""
        return self.built("plugin", self.build_plugin)

    @property
    def ender(self):
        """A program that ends while it is created, which the first use builds."""
        return self.built("ender", self.build_ender)

    def built(self, name, build):
        if name not in self.programs:
            self.programs[name] = asyncio.ensure_future(build())
        return self.programs[name]

    def new_folder(self):
        folder = self.directory / str(next(self.names))
        folder.mkdir()
        return folder

    def environment(self, **more):
        """An environment without the settings and sessions of the person who runs the check."""
        names = ("DBUS_", "XDG_", "TMUX", "TERM_PROGRAM", "SWIFT_BACKTRACE")
        single = ("NO_COLOR", "COLORTERM", "COLUMNS", "LINES", "BASH_ENV", "ENV", "PROMPT_COMMAND")
        kept = {k: v for k, v in os.environ.items() if not k.startswith(names) and k not in single}
        fixed = {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "HOME": str(self.directory)}
        # The backtracer would wait for a key, and takes longer than everything else.
        return kept | fixed | {"SWIFT_BACKTRACE": "enable=no"} | more

    def arguments(self, folder, *options, config=None):
        arguments = [str(self.host), "--state", str(folder / "state"), *options]
        if config:
            (folder / "config").write_text(config)
            arguments += ["--config", str(folder / "config")]
        return arguments

    def snapshots(self, script, *options):
        """The frames of a scripted run, each as its lines."""
        run = subprocess.run(
            self.arguments(self.new_folder(), "--script", "-", "--size", f"{WIDTH}x{HEIGHT}", *options),
            input=script,
            capture_output=True,
            text=True,
            env=self.environment(),
            timeout=PATIENCE,
        )
        if run.returncode:
            raise Failure(f"the script {script!r} ended with {run.returncode}:\n{run.stdout}{run.stderr}")
        frames = []
        for line in run.stdout.splitlines():
            if line.startswith("["):
                if line.endswith("> snapshot"):
                    frames.append([])
            elif frames and "| " in line:
                frames[-1].append(line.split("| ", 1)[1])
        return frames

    def learn(self):
        """Learns the page's texts, and a key and a cell that change them."""
        (page,) = self.snapshots("snapshot\nquit\n", "--safe-mode")
        (ad,) = self.snapshots("wait 1\nsnapshot\nquit\n")
        advertised = "\n".join(ad)
        if not AD.search(advertised):
            raise Failure(f"no advertisement is up in a scripted run:\n{advertised}")
        self.page = [text for text in phrases(page) if text not in advertised]
        if not self.page:
            raise Failure("the page shows no texts:\n" + "\n".join(page))
        self.key = self.change(page, ((f"key {key}", key) for key in "abcdefghijklmnoprstuvwxyz"))
        cells = [(line.index(text), y) for y, line in enumerate(page) for text in phrases([line])]
        # The ball is further to the right.
        self.cell = self.change(page, ((f"tap {x} {y}", (x, y)) for x, y in cells[:24] if x < WIDTH // 2))

    def change(self, page, steps):
        """The subject of the first step that brings new texts to the page, and the texts; None if there is none."""
        shown = "\n".join(page)
        for step, subject in steps:
            _, after = self.snapshots(f"snapshot\n{step}\nwait 1\nsnapshot\nkey escape\nquit\n", "--safe-mode")
            new = [text for text in phrases(after) if text not in shown]
            if new:
                return subject, new
        return None

    async def build_plugin(self):
        return str(await self.compile("Trapper", PLUGIN, "-emit-library", "-o", "libTrapper.so"))

    async def build_ender(self):
        build = self.host.resolve().parent
        folder = await self.compile(
            *("Ender", ENDER, "-parse-as-library", "-o", "ender", "-L", str(build), "-lHostRuntimeDynamic"),
            *("-Xlinker", "-rpath", "-Xlinker", str(build)),
        )
        return str(folder / "ender")

    async def compile(self, module, source, *options):
        build = self.host.resolve().parent
        modules = [word for name in ("Modules", "CThreadLocal.build") for word in ("-I", str(build / name))]
        folder = self.new_folder()
        (folder / f"{module}.swift").write_text(source)
        process = await asyncio.create_subprocess_exec(
            *("swiftc", "-swift-version", "6", "-module-name", module, *modules, f"{module}.swift"),
            *options,
            cwd=folder,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        output, _ = await process.communicate()
        if process.returncode:
            raise Failure(f"{module} does not build against {modules}:\n{output.decode()}")
        return folder


def case(name, *arguments):
    """Adds a function to the table of cases, with a name and arguments."""

    def enter(function):
        Checks.cases.append((name, function, arguments))
        return function

    return enter


def phrases(lines):
    """The texts in some lines that are long enough to be recognized: words with single spaces between."""
    found = (text for line in lines for text in re.findall(r"[A-Za-z]+(?: [A-Za-z]+)*", line))
    return list(dict.fromkeys(text for text in found if len(text) >= 5))
