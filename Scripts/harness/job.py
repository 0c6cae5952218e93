"""Runs a command as a shell's job: in the foreground, and again after the next line when it was stopped.

Interactive shells repair the line settings after a program that a signal ended, and would hide what it left behind.
"""

import os
import resource
import signal
import sys


def main():
    # The terminal's own program, as a shell is, hears neither a control-C nor that it writes in the background.
    for number in (signal.SIGINT, signal.SIGTTOU):
        signal.signal(number, signal.SIG_IGN)
    job = os.fork()
    if job == 0:
        os.setpgid(0, 0)
        os.tcsetpgrp(0, os.getpid())
        for number in (signal.SIGINT, signal.SIGTTOU, signal.SIGPIPE, signal.SIGXFSZ):
            signal.signal(number, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
        try:
            os.execvp(sys.argv[1], sys.argv[1:])
        except OSError as error:
            print(f"{sys.argv[1]}: {error.strerror}", file=sys.stderr)
            os._exit(127)
    while True:
        _, status = os.waitpid(job, os.WUNTRACED)
        os.tcsetpgrp(0, os.getpgrp())
        if not os.WIFSTOPPED(status):
            break
        say("stopped")
        while b"\n" not in os.read(0, 4096):
            pass
        os.tcsetpgrp(0, job)
        os.killpg(job, signal.SIGCONT)
    code = os.waitstatus_to_exitcode(status)
    say(f"ended with {code if code >= 0 else 128 - code}")
    while os.read(0, 4096):
        pass


def say(text):
    os.write(1, f"\nshell: {text}\n".encode())


main()
