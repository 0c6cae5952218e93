"""What the checks in real terminals share: terminals in which a host runs, and the table of cases.

A case is a function that is decorated with `case` and gets a `Checks`. A script
imports its cases and calls `main`.
"""

from .checks import Checks, Failure, case
from .constants import *
from .pane import Pane, Tmux
from .pty import Pty
from .runner import main
from .screen import Screen
from .watched import Watched
