"""What the cases of check-terminal share: the demo in a pseudo-terminal, and under a shell in tmux."""

import threading

from harness import BALL, Pane, Pty, compile_library, compile_program, environment

SHORT_ABSENCES_COUNT = '{"splash-ad": {"minimum-background-seconds": 0}}'


class Checks:
    """The demo, and what is compiled once for several cases."""

    def __init__(self, host, folder, tmux):
        self.host, self.folder, self.tmux = host, folder, tmux
        self.lock, self.compiled = threading.Lock(), {}

    def once(self, name, compile):
        with self.lock:
            if name not in self.compiled:
                self.compiled[name] = compile()
            return self.compiled[name]

    @property
    def plugin(self):
        """The options with which the demo opens a plugin that prints, traps and hangs."""
        build, folder = self.host.parent, self.folder.path / "plugins"
        return "--plugin-path", self.once("plugin", lambda: compile_library(build, folder, "WaysOut.swift"))

    @property
    def ender(self):
        """A program that ends while it is created."""
        return self.once("ender", lambda: compile_program(self.host.parent, self.folder.path, "Storing.swift"))

    def command(self, folder, *options, config=None):
        command = [self.host, "--state", folder / "state", *options]
        if config:
            (folder / "config").write_text(config)
            command += ["--config", folder / "config"]
        return list(map(str, command))


def pty(checks, *options, program=None, config=None, answers=True, **more):
    """The demo, or another program with its options, in a pseudo-terminal of the check's own."""
    folder = checks.folder.new()
    command = checks.command(folder, *options, config=config)
    if program:
        command[0] = program
    return Pty(command, environment(folder, **more), folder, answers=answers)


class Shell(Pane):
    """An interactive shell in tmux, in which `./run` starts the demo."""

    OLD = "the screen from before"

    def __init__(self, checks, *options, config=None):
        folder = checks.folder.new()
        super().__init__(checks.tmux, ["env", "PS1=ready$ ", "bash", "--norc", "--noprofile", "-i"], folder)
        command = " ".join(f"'{word}'" for word in checks.command(folder, *options, config=config))
        # So that the program can be killed, and nothing else.
        (folder / "run").write_text(f"#!/bin/sh\necho $$ >process\nexec {command}\n")
        (folder / "run").chmod(0o755)

    def __enter__(self):
        super().__enter__()
        self.until_seen(r"^ready\$", "at the start of the shell")
        self.type(f"echo {self.OLD}")
        self.until_seen(f"^{self.OLD}", "in the shell")
        return self

    def start(self):
        self.type("./run")

    def until_shell(self, when):
        self.until(
            lambda: self.sees(f"^{self.OLD}", r"^ready\$ *$") and not self.sees(BALL),
            f"the shell's prompt and the old screen {when}",
        )
        state = self.ask("cursor_flag", "alternate_on", "mouse_any_flag")
        self.expect(state == ["1", "0", "0"], f"expected a cursor, no alternate screen and no mouse {when}, not {state}")
