"""What all terminals of the checks have in common."""

import asyncio
import re
import time

from .checks import Failure
from .constants import AD, BALL, ESCAPE, PATIENCE, POLL, STILL


class Watched:
    """A terminal in which a host runs, whose `lines` a person sees."""

    async def refresh(self):
        pass

    def find(self, pattern):
        """The cell at which a text begins; of several, the rightmost."""
        found = [(m.start(), y) for y, line in enumerate(self.lines) for m in re.finditer(pattern, line)]
        return max(found, default=None)

    def sees(self, *patterns):
        return all(self.find(pattern) for pattern in patterns)

    def sees_page(self):
        return self.find(re.escape(self.checks.page[0])) is not None

    def picture(self):
        return "\n".join(f"    |{line}" for line in self.lines)

    def fail(self, text):
        raise Failure(f"{text}; the screen:\n{self.picture()}")

    def expect(self, condition, text):
        if not condition:
            self.fail(text)

    async def until(self, condition, what):
        end = time.monotonic() + PATIENCE
        while True:
            await self.refresh()
            if value := condition():
                return value
            if time.monotonic() > end:
                self.fail(f"waited {PATIENCE:.0f} s for {what}, which did not come")
            await asyncio.sleep(POLL)

    async def never(self, condition, what):
        end = time.monotonic() + STILL
        while time.monotonic() < end:
            await self.refresh()
            self.expect(not condition(), f"did not expect {what}")
            await asyncio.sleep(POLL)

    async def until_ad(self, when):
        await self.until(lambda: self.sees(AD), f"the advertisement {when}")

    async def until_ad_has_keyboard(self):
        """Keys that come within 0.4 s are for the page below."""
        await asyncio.sleep(0.6)

    async def until_page(self, when):
        def is_there():
            return self.sees_page() and self.sees(BALL) and not self.sees(AD)

        await self.until(is_there, f"the page ('{self.checks.page[0]}') and the ball {when}")

    async def skip_ad(self):
        await self.until_ad("after the start")
        await self.until_ad_has_keyboard()
        await self.send(ESCAPE)
        await self.until_page("after the advertisement was skipped")
