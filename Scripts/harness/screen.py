"""A terminal's state, computed from the bytes that a host writes."""

import codecs
import re
import unicodedata

from .build import Failure


class Screen:
    """A terminal's state, for the sequences that hosts use."""

    TOKEN = re.compile(
        rb"\x1b\[[0-?]*[ -/]*[@-~]"  # control sequences
        rb"|\x1b\[[0-?]*[ -/]*(?=\x1b)"  # one that the next one cuts off
        rb"|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)"  # operating system commands
        rb"|\x1b[78]"  # the cursor's place and pen are saved, and restored
        rb"|[\x00-\x1a\x1c-\x1f]"
        rb"|[^\x00-\x1f]+"
    )
    TITLE = re.compile(rb"\x1b\]2;([^\x07\x1b]*)(?:\x07|\x1b\\)")
    CUT_OFF = re.compile(rb"\x1b\[[0-?]*[ -/]*")
    IGNORED = re.compile(rb"\x1b\[\?[\d;]+\$p|\x1b\[c|\x1b\[6n|\x1b\[=\d+u")
    # Lines wrap, and the cursor is visible.
    DEFAULT_MODES = {7: True, 25: True}
    ALTERNATE, SYNCHRONIZED = 1049, 2026

    def __init__(self, width, height):
        self.width, self.height = width, height
        self.cells, self.kept = self.blank(), None
        self.x = self.y = 0
        self.saved = (0, 0, True)
        self.modes = dict(self.DEFAULT_MODES)
        self.modes_ever_set = set()
        self.keyboards = 0
        self.titles, self.title = 0, ""
        self.is_pen_plain = True
        self.colors = set()
        self.watchers = []
        self.printed = ""
        self.rest = b""
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.outside_brackets = ""
        self.has_brackets = False

    def blank(self):
        return [[" "] * self.width for _ in range(self.height)]

    @property
    def lines(self):
        return ["".join(row).rstrip() for row in self.cells]

    @property
    def changed_modes(self):
        """The modes that aren't as at the start, as a program would set them."""
        return [f"?{n}{'h' if on else 'l'}" for n, on in self.modes.items() if on != self.DEFAULT_MODES.get(n, False)]

    def resize(self, width, height):
        """Gives the screen another size; the program draws everything again."""
        self.width, self.height = width, height
        self.cells = self.blank()
        self.kept = self.kept and (self.blank(), 0, 0)
        self.x, self.y = min(self.x, width - 1), min(self.y, height - 1)

    @property
    def is_alternate(self):
        return self.modes.get(self.ALTERNATE, False)

    def feed(self, data):
        data, position = self.rest + data, 0
        while match := self.TOKEN.match(data, position):
            token, position = match[0], match.end()
            if token[0] >= 0x20:
                self.write(self.decoder.decode(token))
            elif token[0] != 0x1B:
                self.control(token[0])
            elif self.CUT_OFF.fullmatch(token):
                pass
            elif token.startswith(b"\x1b["):
                self.sequence(token)
            elif token == b"\x1b7":
                self.saved = (self.x, self.y, self.is_pen_plain)
            elif token == b"\x1b8":
                self.x, self.y, self.is_pen_plain = self.saved
            elif title := self.TITLE.fullmatch(token):
                self.title = title[1].decode()
            elif not self.IGNORED.fullmatch(token):
                raise Failure(f"the check doesn't know the sequence {token!r}")
        self.rest = data[position:]
        if len(self.rest) > 100:
            raise Failure(f"the bytes {self.rest!r} are no sequence")
        self.notify()

    def notify(self):
        for watch in self.watchers:
            watch()

    def write(self, text):
        self.printed += text
        if self.is_alternate and self.has_brackets and not self.modes.get(self.SYNCHRONIZED):
            self.outside_brackets += text
        for character in text:
            width = 0 if unicodedata.combining(character) else 1
            if unicodedata.east_asian_width(character) in "WF":
                width = 2
            if width == 0:
                continue
            if self.x + width > self.width:
                if self.modes[7]:
                    self.x = 0
                    self.feed_line()
                else:
                    self.x = self.width - width
            self.cells[self.y][self.x] = character
            if width == 2:
                self.cells[self.y][self.x + 1] = ""
            self.x += width

    def feed_line(self):
        self.y += 1
        if self.y == self.height:
            self.y -= 1
            self.cells = self.cells[1:] + [[" "] * self.width]

    def control(self, byte):
        self.printed += chr(byte)
        if byte == 0x0A:
            self.feed_line()
        elif byte == 0x0D:
            self.x = 0
        elif byte == 0x08:
            self.x = max(0, min(self.x, self.width - 1) - 1)

    def sequence(self, token):
        mark, parameters, final = re.fullmatch(rb"\x1b\[([<=>?]?)([\d;:]*)([ -/]*[@-~])", token).groups()
        numbers = [int(number or 0) for number in re.split(rb"[;:]", parameters)]
        kind = (mark + final).decode()
        if kind in ("?h", "?l"):
            for number in numbers:
                self.set_mode(number, kind == "?h")
        elif kind == "m":
            self.set_pen(numbers)
        elif kind in (">u", "<u"):
            self.keyboards += 1 if kind == ">u" else -1
        elif kind == "t" and numbers in ([22, 2], [23, 2]):
            self.titles += 1 if numbers[0] == 22 else -1
        elif kind == "J" and numbers == [2]:
            self.notify()
            self.cells = self.blank()
        elif kind == "K":
            self.cells[self.y][self.x:] = [" "] * (self.width - self.x)
        elif kind == "H":
            row, column = (numbers + [1])[:2]
            self.y, self.x = min(max(row, 1), self.height) - 1, min(max(column, 1), self.width) - 1
        elif kind in "ABCD":
            distance = max(numbers[0], 1)
            dx, dy = {"A": (0, -1), "B": (0, 1), "C": (1, 0), "D": (-1, 0)}[kind]
            self.x = min(max(min(self.x, self.width - 1) + dx * distance, 0), self.width - 1)
            self.y = min(max(self.y + dy * distance, 0), self.height - 1)
        elif not self.IGNORED.fullmatch(token):
            raise Failure(f"the check doesn't know the sequence {token!r}")

    def set_mode(self, number, value):
        if number == self.SYNCHRONIZED:
            self.notify()
            self.has_brackets = self.has_brackets or value
        if number == self.ALTERNATE and value != self.is_alternate:
            if value:
                self.kept, self.cells = (self.cells, self.x, self.y), self.blank()
            else:
                self.cells, self.x, self.y = self.kept
        self.modes[number] = value
        if value:
            self.modes_ever_set.add(number)

    def set_pen(self, numbers):
        self.is_pen_plain = numbers == [0]
        numbers = iter(numbers)
        for number in numbers:
            if number in (38, 48):
                space = next(numbers, None)
                self.colors.add(f"{number};{space}")
                for _ in range(3 if space == 2 else 1):
                    next(numbers, None)
            elif 30 <= number <= 49 or 90 <= number <= 107:
                self.colors.add(str(number))
