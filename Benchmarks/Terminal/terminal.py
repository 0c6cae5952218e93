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
        if self.process:
            os.kill(self.process, signal.SIGKILL)
            os.waitpid(self.process, 0)
        os.close(self.terminal)

    def read(self):
        """Reads some output and answers queries in it; returns nothing once the program has ended."""
        try:
            data = os.read(self.terminal, 1 << 16)
        except OSError:
            return b""
        self.output += len(data)
        for question, answer in ANSWERS.items():
            if question in data:
                os.write(self.terminal, answer)
        return data

    def live(self, seconds, until=None, keys=None, mark=None):
        """Reads the output for a while, or until some output; returns whether that came, or how often the mark did.

        Meanwhile each tick writes the next of the keys, such as a mouse's reports.
        """
        end, tick = time.monotonic() + seconds, time.monotonic()
        seen, marks = b"", 0
        while (now := time.monotonic()) < end:
            if keys and now >= tick:
                os.write(self.terminal, next(keys))
                tick += TICK
            if not select.select([self.terminal], [], [], max(0, (tick if keys else end) - now))[0]:
                continue
            data = self.read()
            if not data:
                raise SystemExit(f"bench: a program ended by itself:\n{seen.decode(errors='replace')}")
            if mark:
                marks += (seen[1 - len(mark):] + data).count(mark)
            seen = seen[-200:] + data
            if until and until in seen:
                return True
        return marks

    def finish(self):
        """Reads the output until the program ends; returns its nanoseconds of processor time."""
        while self.read():
            pass
        _, status, usage = os.wait4(self.process, 0)
        self.process = None
        if status:
            raise SystemExit(f"bench: a program ended with {os.waitstatus_to_exitcode(status)}")
        return 1e9 * (usage.ru_utime + usage.ru_stime)

    def counts(self):
        """The nanoseconds of processor time, the wake-ups of all threads, and the writes so far."""
        time_used, wakeups = 0, 0
        for task in Path(f"/proc/{self.process}/task").iterdir():
            time_used += int((task / "schedstat").read_text().split()[0])
            lines = (task / "status").read_text().splitlines()
            wakeups += sum(int(line.split()[1]) for line in lines if line.startswith("voluntary_ctxt"))
        return time_used, wakeups, self.number("io", "syscw:")

    def number(self, file, name):
        """A number of a line in one of the process's files in /proc."""
        lines = Path(f"/proc/{self.process}/{file}").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith(name))


def measure_ticks(command, rest=4, seconds=4, samples=5, keys=None, mark=None, **options):
    """The medians for each tick of 16 ms: nanoseconds of processor time, wake-ups, writes and bytes.

    For a program that can't keep the pace, the mark is what it writes once in each
    frame, and the numbers are for each of those.
    """
    results = []
    with Program(command, **options) as program:
        program.live(rest)
        for _ in range(samples):
            before, output, started = program.counts(), program.output, time.monotonic()
            marks = program.live(seconds, keys=keys, mark=mark)
            ticks = marks if mark else (time.monotonic() - started) / TICK
            used = [after - earlier for after, earlier in zip(program.counts(), before)]
            results.append([number / ticks for number in (*used, program.output - output)])
    return [statistics.median(column) for column in zip(*results)]


def measure_frames(command, counts, samples=3, **options):
    """The medians for each frame of a program that draws a number of frames: nanoseconds of processor time, and bytes.

    The command is given both counts, and what it takes for the first one is deducted.
    """
    results = []
    for _ in range(samples):
        used = []
        for count in counts:
            with Program([*command, count], **options) as program:
                used.append((program.finish(), program.output))
        results.append([(after - before) / (counts[1] - counts[0]) for before, after in zip(*used)])
    return [statistics.median(column) for column in zip(*results)]


def count_idle(command, rest=30, seconds=15):
    """The wake-ups and the bytes of a program that is left alone."""
    with Program(command) as program:
        program.live(rest)
        before, output = program.counts(), program.output
        program.live(seconds)
        return program.counts()[1] - before[1], program.output - output


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
