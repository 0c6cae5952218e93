"""Hosts in a pseudo-terminal of the check itself, which reads every byte and answers the host's questions."""

import asyncio
import fcntl
import os
import re
import signal
import struct
import subprocess
import termios
import time

from .checks import Failure
from .constants import HEIGHT, WIDTH
from .screen import Screen
from .watched import Watched


class Pty(Watched):
    """A pseudo-terminal with a shell that only has job control.

    Interactive shells repair the line settings after a program that a signal
    ended, and would hide what the program left behind.
    """

    SHELL = r"""
        exec <>"$0" >&0 2>&1
        ulimit -c 0
        set -m
        "$@"
        code=$?
        while [ $code -eq 148 ]; do
            printf '\nshell: stopped\n'
            IFS= read -r line
            fg >/dev/null
            code=$?
        done
        printf '\nshell: ended with %d\n' $code
        IFS= read -r line
    """

    def __init__(self, checks, *options, program=None, config=None, answers=True, **environment):
        self.checks, self.answers = checks, answers
        self.folder = checks.new_folder()
        self.command = checks.arguments(self.folder, *options, config=config)
        if program:
            self.command[0] = program
        self.environment = checks.environment(**environment)
        self.screen = Screen()
        self.failure = None
        self.last_byte = time.monotonic()

    async def __aenter__(self):
        self.master, self.slave = os.openpty()
        self.resize(WIDTH, HEIGHT)
        self.settings = termios.tcgetattr(self.slave)
        # A session's leader gets the first terminal that it opens.
        self.shell = subprocess.Popen(
            ["bash", "--norc", "--noprofile", "-c", self.SHELL, os.ttyname(self.slave), *self.command],
            env=self.environment,
            start_new_session=True,
        )
        self.go_on_reading()
        return self

    async def __aexit__(self, *_):
        self.stop_reading()
        try:
            os.killpg(self.host, signal.SIGKILL)
        except (OSError, Failure):
            pass
        self.shell.kill()
        self.shell.wait()
        os.close(self.master)
        os.close(self.slave)

    @property
    def lines(self):
        return self.screen.lines

    @property
    def host(self):
        """The host's process, which leads the foreground group."""
        group = os.tcgetpgrp(self.master)
        if group in (0, self.shell.pid):
            raise Failure("the host doesn't run in the foreground")
        return group

    def stop_reading(self):
        """Reads nothing more, as a stalled connection does, until `go_on_reading()`."""
        asyncio.get_running_loop().remove_reader(self.master)

    def go_on_reading(self):
        asyncio.get_running_loop().add_reader(self.master, self.read)

    def resize(self, columns, rows):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read(self):
        self.last_byte = time.monotonic()
        try:
            self.screen.feed(os.read(self.master, 65536))
        except Failure as failure:
            self.failure = self.failure or failure
        if self.answers:
            for answer in self.screen.answers:
                os.write(self.master, answer)
        self.screen.answers = []

    async def refresh(self):
        if self.failure:
            raise self.failure
        if self.shell.poll() is not None:
            self.fail(f"the shell ended with {self.shell.returncode}")

    async def send(self, data):
        os.write(self.master, data)

    async def until_printed(self, pattern, what):
        return await self.until(lambda: re.search(pattern, self.screen.printed), what)

    async def until_ended(self, how, has_screen=True):
        match = await self.until_printed(r"shell: ended with (\d+)", f"the end by {how}")
        self.expect_restored(how, has_screen)
        return int(match[1])

    def expect_restored(self, when, has_screen=True):
        """Expects all modes to be reset, and the line settings to be those from before."""
        screen = self.screen
        took_screen = Screen.ALTERNATE in screen.modes_ever_set
        self.expect(took_screen == has_screen, f"expected the host {'' if has_screen else 'not '}to take the screen")
        left = [f"?{n}{'h' if on else 'l'}" for n, on in screen.modes.items() if on != Screen.DEFAULT_MODES.get(n, False)]
        self.expect(not left, f"after {when} modes are left as {left}")
        self.expect(screen.keyboards == 0, f"after {when} {screen.keyboards} keyboard protocols are left pushed")
        self.expect(screen.is_pen_plain, f"after {when} text would still be styled")
        settings = termios.tcgetattr(self.slave)
        names = ("input", "output", "control", "local", "input speed", "output speed", "characters")
        wrong = [name for name, now, before in zip(names, settings, self.settings) if now != before]
        self.expect(not wrong, f"after {when} these line settings are not as before: {wrong}")

    def forbid_page(self):
        """Forbids the page to appear before the advertisement, until the returned function is called."""
        seen = []

        def look():
            texts = [text for text in self.checks.page if text in "\n".join(self.lines)]
            if self.screen.is_alternate and texts:
                seen.append((texts, self.picture()))

        self.screen.watchers.append(look)

        def allow():
            self.screen.watchers.remove(look)
            if seen:
                raise Failure(f"the page was seen before the advertisement: {seen[0][0]}\n{seen[0][1]}")

        return allow
