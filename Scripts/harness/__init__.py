"""What the checks share: programs in pseudo-terminals and in tmux, plugins that they compile, and tables of cases."""

from .build import (
    FEATURES, PATIENCE, ROOT, RUNTIME, SOURCES, Failure, compile_allocations, compile_as_one, compile_library,
    compile_preloaded, compile_program, compile_swift, environment, expect, modules_of, package_of,
    serve,
)
from .cases import CASES, Folder, case, perform
from .pty import Pty
from .screen import Screen
from .terminal import *
from .tmux import Pane, Tmux
