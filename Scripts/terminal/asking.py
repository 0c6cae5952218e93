"""How a secret is asked for: unseen, and with the terminal's echo back whatever ends the program."""

import os
import signal
import termios

from harness import CONTROL_C, Pty, case, environment


def asking(checks):
    folder = checks.folder.new()
    command = [checks.host, "run", "session.login", "phone=912345678", "--state", folder / "state"]
    return Pty(list(map(str, command)), environment(folder), folder)


def until_asked(terminal, question="Password: "):
    terminal.until_printed(question, "the question")
    terminal.expect(not termios.tcgetattr(terminal.slave)[3] & termios.ECHO, "expected no echo at the question")


@case("a secret is typed unseen, and the result follows")
def answers(checks):
    with asking(checks) as terminal:
        until_asked(terminal)
        terminal.send(b"sesame\r")
        status = terminal.until_ended("the answer", has_screen=False)
        terminal.expect(status == 0, f"expected 0, not {status}")
        terminal.expect("Welcome, merchant 5678." in terminal.printed, "expected the result")
        terminal.expect("sesame" not in terminal.printed, "expected the secret not to be shown")


@case("control-C at the question for a secret restores the echo", CONTROL_C)
@case("control-D at the question for a secret restores the echo", b"\x04")
def leaves(checks, key):
    with asking(checks) as terminal:
        until_asked(terminal)
        terminal.send(key)
        status = terminal.until_ended(f"the key {key!r}", has_screen=False)
        expected = 130 if key == CONTROL_C else 64
        terminal.expect(status == expected, f"expected {expected}, not {status}")


@case("SIGTERM at the question for a secret restores the echo", signal.SIGTERM)
@case("SIGSEGV at the question for a secret restores the echo", signal.SIGSEGV)
@case("SIGKILL at the question for a secret restores the echo", signal.SIGKILL)
def dies(checks, number):
    with asking(checks) as terminal:
        until_asked(terminal)
        # The guardian, which restores it after SIGKILL, is a process that has to start.
        terminal.rest()
        os.kill(terminal.host, number)
        status = terminal.until_ended(number.name, has_screen=False)
        terminal.expect(status == 128 + number, f"expected {128 + number}, not {status}")


@case("in lines, a secret is typed unseen, and what came before a question is left out")
def asks_in_lines(checks):
    folder = checks.folder.new()
    command = [checks.host, "--plain", "--safe-mode", "--state", folder / "state"]
    with Pty(list(map(str, command)), environment(folder), folder) as terminal:
        terminal.until_printed("Long matches", "the page")
        terminal.send(b"log in\r5550100\r")
        terminal.until_printed("Left out 1 line that came before the question.", "the line that is left out")
        terminal.send(b"5550100\r")
        until_asked(terminal, "Password [(]4 characters or more[)][?] ")
        terminal.send(b"sesame\r")
        terminal.until_printed("Welcome, merchant 0100.", "the result")
        terminal.expect("sesame" not in terminal.printed, "expected the secret not to be shown")
        terminal.send(b"quit\r")
        status = terminal.until_ended("quit", has_screen=False)
        terminal.expect(status == 0, f"expected 0, not {status}")
