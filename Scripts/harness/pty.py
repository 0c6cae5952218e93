"""Programs in a pseudo-terminal of the check itself, which reads every byte and answers the program's questions."""

import fcntl
import os
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import threading
import time
from pathlib import Path

from .build import Failure
from .screen import Screen
from .terminal import HEIGHT, POLL, WIDTH, Terminal

JOB = Path(__file__).with_name("job.py")
ANSWERS = {b"\x1b[?2026$p": b"\x1b[?2026;2$y", b"\x1b[6n": b"\x1b[2;2R", b"\x1b[c": b"\x1b[?62;22c"}
QUESTION = re.compile(b"|".join(map(re.escape, ANSWERS)))


class Pty(Terminal):
    """A pseudo-terminal with a program, or with another shell than the one that runs it as a job."""

    def __init__(self, command, environment, folder=None, size=(WIDTH, HEIGHT), shell=None, answers=True):
        super().__init__()
        self.command = shell or [sys.executable, str(JOB), *map(str, command)]
        # What other shells write isn't interpreted.
        self.screen = None if shell else Screen(*size)
        self.environment, self.folder, self.size, self.answers = environment, folder, size, answers
        self.stream, self.answered = bytearray(), 0
        self.failure, self.is_read, self.last_byte = None, True, time.monotonic()

    def __enter__(self):
        self.master, self.slave = os.openpty()
        self.resize(*self.size)
        self.settings = termios.tcgetattr(self.slave)
        # A session's leader gets the first terminal that it opens.
        self.shell = subprocess.Popen(
            ["sh", "-c", 'exec <>"$0" >&0 2>&1; exec "$@"', os.ttyname(self.slave), *self.command],
            env=self.environment, cwd=self.folder, start_new_session=True)
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()
        return self

    def __exit__(self, *_):
        try:
            os.killpg(self.host, signal.SIGKILL)
        except (OSError, Failure):
            pass
        self.vanish()
        self.shell.kill()
        self.shell.wait()
        self.reader.join()
        os.close(self.slave)

    def vanish(self):
        """Takes the terminal away, as a closed window or a broken connection does."""
        with self.news:
            if self.master is not None:
                os.close(self.master)
            self.master = None

    @property
    def host(self):
        """The program's process, which leads the foreground group."""
        group = os.tcgetpgrp(self.master) if self.master is not None else 0
        if group in (0, self.shell.pid):
            raise Failure("the program doesn't run in the foreground")
        return group

    @property
    def printed(self):
        """The text that was written, without sequences."""
        return self.screen.printed

    def read(self):
        while True:
            with self.news:
                master = self.master
                if master is None:
                    return
                if not self.is_read:
                    self.news.wait(POLL)
                    continue
            try:
                if not select.select([master], [], [], POLL)[0]:
                    continue
            except OSError:
                # It has been closed meanwhile.
                continue
            with self.news:
                if self.master is None or not self.is_read:
                    continue
                self.take(os.read(self.master, 65536))
                self.news.notify_all()

    def take(self, data):
        self.last_byte = time.monotonic()
        self.stream += data
        for question in QUESTION.finditer(self.stream, self.answered):
            self.answered = question.end()
            if self.answers:
                os.write(self.master, ANSWERS[question[0]])
        try:
            if self.screen:
                self.screen.feed(data)
                self.lines = self.screen.lines
        except Exception as failure:
            self.failure = self.failure or failure

    def stop_reading(self):
        """Reads nothing more, as a stalled connection does, until `go_on_reading()`."""
        with self.news:
            self.is_read = False

    def go_on_reading(self):
        with self.news:
            self.is_read = True
            self.news.notify_all()

    def resize(self, columns, rows):
        with self.news:
            if self.screen:
                self.screen.resize(columns, rows)
            fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def refresh(self):
        if self.failure:
            raise self.failure
        if self.screen and self.shell.poll() is not None:
            self.fail(f"the shell ended with {self.shell.returncode}")

    def send(self, data):
        os.write(self.master, data)

    def rest(self, seconds=0.4):
        """Waits until nothing was written for a while."""
        # What it's sent may not have reached the program yet.
        begin = time.monotonic()
        self.until(lambda: time.monotonic() - max(begin, self.last_byte) > seconds, "an end of the output")

    def until_printed(self, pattern, what, **more):
        return self.until(lambda: re.search(pattern, self.printed), what, **more)

    def stop(self):
        """Stops the program with control-Z, and returns when it has stopped."""
        count = self.printed.count("shell: stopped")
        self.send(b"\x1a")
        self.until(lambda: self.printed.count("shell: stopped") > count, "the shell after control-Z")

    def resume(self):
        self.send(b"\n")

    @property
    def status(self):
        """The status with which the program has ended, 128 and its number after a signal; nil before."""
        match = re.search(r"shell: ended with (\d+)", self.printed)
        return match and int(match[1])

    def until_ended(self, how, has_screen=True, **more):
        self.until(lambda: self.status is not None, f"the end by {how}", **more)
        self.expect_restored(how, has_screen)
        return self.status

    def expect_restored(self, when, has_screen=True):
        """Expects all modes to be reset, and the line settings to be those from before."""
        screen = self.screen
        took_screen = Screen.ALTERNATE in screen.modes_ever_set
        self.expect(took_screen == has_screen, f"expected the program {'' if has_screen else 'not '}to take the screen")
        self.expect(not screen.changed_modes, f"after {when} modes are left as {screen.changed_modes}")
        self.expect(screen.keyboards == 0, f"after {when} {screen.keyboards} keyboard protocols are left pushed")
        self.expect(screen.titles == 0, f"after {when} {screen.titles} window titles are left pushed")
        self.expect(screen.is_pen_plain, f"after {when} text would still be styled")
        settings = termios.tcgetattr(self.slave)
        names = ("input", "output", "control", "local", "input speed", "output speed", "characters")
        wrong = [name for name, now, before in zip(names, settings, self.settings) if now != before]
        self.expect(not wrong, f"after {when} these line settings are not as before: {wrong}")
