"""The peer of Motion.swift with Textual's widgets, in true color: it moves windows each 16 ms, or as often as it can.

    widgets.py drift|drag
"""

import sys

from rich.style import Style
from rich.text import Text
from textual.app import App
from textual.widgets import Static

WIDTH, HEIGHT, WINDOWS = 40, 12, 8


class Scene(App):
    CSS = f"""
    Screen {{ layers: page windows; overflow: hidden; }}
    #page {{ layer: page; width: 100%; height: 100%; }}
    .window {{ layer: windows; position: absolute; width: {WIDTH}; height: {HEIGHT}; border: solid white; color: white; }}
    """

    def compose(self):
        columns, rows = self.size
        page = Text()
        for y in range(rows):
            shade = 8 + 10 * (y % 24)
            text = "".join(chr(33 + (7 * x + 13 * y) % 90) for x in range(columns))
            page.append(text + "\n", Style(color="rgb(188,188,188)", bgcolor=f"rgb({shade},{shade},{shade})"))
        yield Static(page, id="page")
        self.windows = []
        for number in range(WINDOWS):
            lines = [f" window {number} level {number * 1000}"]
            window = Static("\n".join(lines + [f" row {row} lorem ipsum dolor" for row in range(2, HEIGHT - 1)]))
            window.add_class("window")
            window.styles.background = f"rgb({20 + 25 * number},{90 - 8 * number},{60 + 20 * number})"
            place = [number * 17 % (columns - WIDTH), number * 5 % (rows - HEIGHT)]
            window.styles.offset = tuple(place)
            self.windows.append((window, place, [1 if number % 2 == 1 else -1, 1 if number % 3 != 0 else -1]))
            yield window

    def on_mount(self):
        self.step = 0
        self.set_interval(0.016, self.move)

    def move(self):
        for window, place, speed in self.windows if sys.argv[1] == "drift" else self.windows[-1:]:
            for axis, room in enumerate((self.size.width - WIDTH, self.size.height - HEIGHT)):
                if not 0 <= place[axis] + speed[axis] <= room:
                    speed[axis] = -speed[axis]
                place[axis] += speed[axis]
            window.styles.offset = tuple(place)
        if sys.argv[1] == "drift" and self.step % 30 == 0:
            self.screen.move_child(self.windows[self.step // 30 % WINDOWS][0], after=-1)
        self.step += 1


Scene().run()
