"""Limits in seconds, sizes, keys, and the texts by which the plugins are recognized."""

import re

# The time that something may take.
PATIENCE = 10.0
# The time between two looks at a terminal.
POLL = 0.05
# The time for which something must not happen.
STILL = 1.0
# More hosts at once would slow one another down.
CASES_AT_ONCE = 6
WIDTH, HEIGHT = 80, 24
ESCAPE, CONTROL_C, CONTROL_Z, F2, F9, DOWN = b"\x1b", b"\x03", b"\x1a", b"\x1bOQ", b"\x1b[20~", b"\x1b[B"
BALL = re.compile("•‿•|▐•▌")
AD = re.compile(r"Skip (\d+)")
PANEL = re.compile(r"\bTools\b")
SHORT_ABSENCES_COUNT = '{"splash-ad": {"minimum-background-seconds": 0}}'
