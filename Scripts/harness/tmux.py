"""Programs in tmux, which draws what a person would see and sends real mouse reports."""

import re
import subprocess

from .build import environment, expect
from .terminal import HEIGHT, WIDTH, Terminal


class Tmux:
    """A tmux server for one run of a check."""

    def __init__(self, folder):
        self.folder, self.socket = folder, str(folder / "tmux")

    def run(self, *arguments):
        done = subprocess.run(
            ["tmux", "-u", "-S", self.socket, "-f", "/dev/null", *map(str, arguments)],
            env=environment(self.folder, TERM="tmux-256color"), capture_output=True, text=True)
        expect(done.returncode == 0, f"tmux {' '.join(map(str, arguments))}: {done.stderr.strip()}")
        return done.stdout

    def __enter__(self):
        # The first session keeps the server alive; new sessions use the terminal's name that is set then.
        self.run("new-session", "-d", "-s", "keep", "sleep 10000")
        self.run("set", "-g", "default-terminal", "tmux-256color", ";", "set", "-s", "escape-time", "0")
        return self

    def __exit__(self, *_):
        subprocess.run(["tmux", "-S", self.socket, "kill-server"], stderr=subprocess.DEVNULL)


class Pane(Terminal):
    """A command in tmux."""

    def __init__(self, tmux, command, folder, size=(WIDTH, HEIGHT)):
        super().__init__()
        self.tmux, self.command, self.folder, self.size = tmux, command, folder, size
        self.name, self.styled = f"case-{folder.name}", ""

    def __enter__(self):
        place = ("-x", self.size[0], "-y", self.size[1], "-c", self.folder)
        self.process = int(self.tmux.run(
            "new-session", "-d", "-P", "-F", "#{pane_pid}", "-s", self.name, *place, *self.command))
        return self

    def __exit__(self, *_):
        subprocess.run(["tmux", "-S", self.tmux.socket, "kill-session", "-t", self.name], stderr=subprocess.DEVNULL)

    def refresh(self):
        self.styled = self.tmux.run("capture-pane", "-p", "-e", "-t", self.name)
        self.lines = [line.rstrip() for line in re.sub(r"\x1b\[[\d;:]*m|[\x0e\x0f]", "", self.styled).splitlines()]

    def ask(self, *names):
        """What tmux knows by some names, such as `pane_tty`."""
        answer = self.tmux.run("display", "-p", "-t", self.name, " ".join(f"#{{{name}}}" for name in names))
        return answer.split()

    def send(self, data):
        self.tmux.run("send-keys", "-t", self.name, "-H", *(f"{byte:02x}" for byte in data))

    def resize(self, width, height):
        self.tmux.run("resize-window", "-t", self.name, "-x", width, "-y", height)
