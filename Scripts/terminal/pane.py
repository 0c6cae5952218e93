"""Hosts in tmux, which draws what a person would see and sends real mouse reports."""

import asyncio
import re
import subprocess

from .checks import Failure
from .constants import BALL, HEIGHT, WIDTH
from .watched import Watched


class Tmux:
    """A tmux server for one run of the check."""

    def __init__(self, checks):
        self.checks = checks
        self.socket = str(checks.directory / "tmux")

    async def run(self, *arguments):
        process = await asyncio.create_subprocess_exec(
            *("tmux", "-u", "-S", self.socket, "-f", "/dev/null", *arguments),
            env=self.checks.environment(TERM="tmux-256color"),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        output, error = await process.communicate()
        if process.returncode:
            raise Failure(f"tmux {' '.join(arguments)}: {error.decode().strip()}")
        return output.decode()

    async def start(self):
        # The first session keeps the server alive; new sessions use the terminal's name that is set then.
        await self.run("new-session", "-d", "-s", "keep", "sleep 1000")
        await self.run("set", "-g", "default-terminal", "tmux-256color", ";", "set", "-s", "escape-time", "0")

    def kill(self):
        subprocess.run(["tmux", "-S", self.socket, "kill-server"], stderr=subprocess.DEVNULL)


class Pane(Watched):
    """An interactive shell in tmux, in which `./run` starts the host."""

    OLD = "the screen from before"

    def __init__(self, checks, *options, config=None):
        self.checks, self.lines, self.styled = checks, [], ""
        self.folder = checks.new_folder()
        self.name = f"case-{self.folder.name}"
        command = " ".join(f"'{word}'" for word in checks.arguments(self.folder, *options, config=config))
        (self.folder / "run").write_text(f"#!/bin/sh\nexec {command}\n")
        (self.folder / "run").chmod(0o755)

    async def __aenter__(self):
        place = ("-x", str(WIDTH), "-y", str(HEIGHT), "-c", str(self.folder))
        shell = ("env", "PS1=ready$ ", "bash", "--norc", "--noprofile", "-i")
        await self.checks.tmux.run("new-session", "-d", "-s", self.name, *place, *shell)
        await self.until(lambda: self.sees(r"^ready\$"), "the shell's prompt")
        await self.type(f"echo {self.OLD}")
        await self.until(lambda: self.sees(f"^{self.OLD}"), "the shell's output")
        return self

    async def __aexit__(self, *_):
        await self.checks.tmux.run("kill-session", "-t", self.name)

    async def refresh(self):
        self.styled = await self.checks.tmux.run("capture-pane", "-p", "-e", "-t", self.name)
        self.lines = [line.rstrip() for line in re.sub(r"\x1b\[[\d;:]*m|[\x0e\x0f]", "", self.styled).splitlines()]

    async def send(self, data):
        await self.checks.tmux.run("send-keys", "-t", self.name, "-H", *(f"{byte:02x}" for byte in data))

    async def type(self, line):
        await self.send(line.encode() + b"\r")

    @staticmethod
    def pointer(button, x, y, final):
        """A mouse report in SGR's format: M for a press or a move, m for a release."""
        return f"\x1b[<{button};{x + 1};{y + 1}{final}".encode()

    async def press(self, x, y):
        await self.send(self.pointer(0, x, y, "M"))

    async def move(self, x, y):
        await self.send(self.pointer(32, x, y, "M"))

    async def release(self, x, y):
        await self.send(self.pointer(0, x, y, "m"))

    async def tap(self, x, y, count=1, then=b""):
        """Taps at a cell in one write, so that a busy machine can't separate the taps."""
        await self.send((self.pointer(0, x, y, "M") + self.pointer(0, x, y, "m")) * count + then)

    async def start(self):
        await self.type("./run")

    async def resize(self, width, height):
        await self.checks.tmux.run("resize-window", "-t", self.name, "-x", str(width), "-y", str(height))

    async def until_shell(self, when):
        await self.until(
            lambda: self.sees(f"^{self.OLD}", r"^ready\$ *$") and not self.sees(BALL),
            f"the shell's prompt and the old screen {when}",
        )
        answer = await self.checks.tmux.run(
            "display", "-p", "-t", self.name, "#{cursor_flag} #{alternate_on} #{mouse_any_flag}"
        )
        state = dict(zip(("cursor", "alternate screen", "mouse"), answer.split()))
        wanted = {"cursor": "1", "alternate screen": "0", "mouse": "0"}
        self.expect(state == wanted, f"expected {wanted} {when}, not {state}")
