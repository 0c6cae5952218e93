"""Measures programs that run in a pseudo-terminal, from outside."""

import os
import pty
import select
import signal
import statistics
import struct
import termios
import time
from fcntl import ioctl
from pathlib import Path

TICK = 0.016
ANSWERS = {b"\x1b[?2026$p": b"\x1b[?2026;2$y", b"\x1b[c": b"\x1b[?62;22c"}


class Program:
    """A program in a pseudo-terminal, which is ended with the `with` statement."""

    def __init__(self, command, columns=80, rows=24, **environment):
        self.started = time.monotonic()
        self.output = 0
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            # So that the program never starts at another size.
            ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            kept = {k: v for k, v in os.environ.items() if not k.startswith(("DBUS_", "XDG_", "TMUX", "COLUMNS", "LINES"))}
            kept |= {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8"} | environment
            os.execve(command[0], [str(word) for word in command], kept)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.terminal)

    def live(self, seconds, until=None):
        """Reads the output and answers queries for a while, or until some output; returns whether that came."""
        end = time.monotonic() + seconds
        seen = b""
        while (rest := end - time.monotonic()) > 0:
            if not select.select([self.terminal], [], [], rest)[0]:
                continue
            try:
                data = os.read(self.terminal, 1 << 16)
            except OSError:
                raise SystemExit(f"bench: a program ended by itself:\n{seen.decode(errors='replace')}") from None
            self.output += len(data)
            seen = seen[-200:] + data
            for question, answer in ANSWERS.items():
                if question in data:
                    os.write(self.terminal, answer)
            if until and until in seen:
                return True
        return False

    def counts(self):
        """The nanoseconds of processor time and the wake-ups of all threads so far."""
        time_used, wakeups = 0, 0
        for task in Path(f"/proc/{self.process}/task").iterdir():
            time_used += int((task / "schedstat").read_text().split()[0])
            lines = (task / "status").read_text().splitlines()
            wakeups += sum(int(line.split()[1]) for line in lines if line.startswith("voluntary_ctxt"))
        return time_used, wakeups


def measure_ticks(command, rest=4, seconds=4, samples=5, **options):
    """The medians for each tick of 16 ms: microseconds of processor time, wake-ups and bytes."""
    results = []
    with Program(command, **options) as program:
        program.live(rest)
        for _ in range(samples):
            (time_before, wakeups_before), output_before = program.counts(), program.output
            started = time.monotonic()
            program.live(seconds)
            time_used, wakeups = program.counts()
            ticks = (time.monotonic() - started) / TICK
            results.append((
                (time_used - time_before) / 1000 / ticks,
                (wakeups - wakeups_before) / ticks,
                (program.output - output_before) / ticks,
            ))
    return [statistics.median(column) for column in zip(*results)]


def count_idle(command, rest=30, seconds=15):
    """The wake-ups and the bytes of a program that is left alone."""
    with Program(command) as program:
        program.live(rest)
        (_, before), output = program.counts(), program.output
        program.live(seconds)
        return program.counts()[1] - before, program.output - output


def measure_starts(commands, samples=31):
    """The median milliseconds from the start of each command to some output, in turns; `#` becomes a number."""
    times = {name: [] for name in commands}
    for number in range(samples):
        for name, (command, output) in commands.items():
            with Program([str(word).replace("#", str(number)) for word in command]) as program:
                if not program.live(10, until=output):
                    raise SystemExit(f"bench: {command[0]} didn't write {output} within 10 s")
                times[name].append(1000 * (time.monotonic() - program.started))
    return {name: statistics.median(values) for name, values in times.items()}
