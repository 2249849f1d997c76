"""The way of Doubletrack's inside track on the drawing: a spiral, clockwise and inwards from the bottom."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from parlour.draw.scene import Point

_LOOSE = 0.86  # the distance between circles, compared with that between windings
_FINE = 4000  # points by which its length is measured


@dataclass(frozen=True)
class Spiral:
    """So many circles at equal distances, from the radius `first` to `last`; towards the sides it bulges."""

    centre: Point
    first: float
    last: float
    bulge: float
    count: int
    begin: float  # radians from the bottom to the first circle

    def at(self, turned: float, inwards: float = 0.0) -> Point:
        """The point after so many radians, or one so far inside it."""
        radius = self.first + (self.last - self.first) * turned / self.windings
        radius += self.bulge * (radius / self.first) ** 2 * math.cos(4 * turned) - inwards
        return self.centre[0] - radius * math.sin(turned), self.centre[1] + radius * math.cos(turned)

    @cached_property
    def windings(self) -> float:
        """How far it turns, in radians, for its circles to lie evenly in both directions."""
        shrinks = (self.first - self.last) / (self.first + self.last)
        return math.sqrt(4 * math.pi * _LOOSE * self.count * shrinks)

    @cached_property
    def pitch(self) -> float:
        """The distance between two windings."""
        return (self.first - self.last) * math.tau / self.windings

    @cached_property
    def turns(self) -> list[float]:
        """How far it has turned at each circle."""
        angles = [self.begin + (self.windings - self.begin) * i / _FINE for i in range(_FINE + 1)]
        lengths = [0.0]
        for a, b in pairwise(map(self.at, angles)):
            lengths.append(lengths[-1] + math.dist(a, b))
        found, at = [], 0
        for i in range(self.count):
            while lengths[at] < lengths[-1] * i / max(self.count - 1, 1) - 1e-9:
                at += 1
            found.append(angles[at])
        return found

    @cached_property
    def size(self) -> float:
        """The radius of a circle that leaves air all round."""
        a, b = self.turns[:2]
        return min(math.dist(self.at(a), self.at(b)), self.pitch, 60.0) * 0.395

    def lane(self, at: int, to: int) -> list[Point]:
        """The way beside the track, on its inner side, from the edge of one circle to that of another."""
        begin, end = self.turns[at - 1], self.turns[to - 1]
        near, far = (0.6 * self.size / math.dist(self.at(turn), self.centre) for turn in (begin, end))
        steps = max(3, to - at)
        way = [begin + near + (end - far - begin - near) * i / steps for i in range(steps + 1)]
        edge = self.size * 1.05
        return [self.at(begin, edge), *(self.at(turn, self.pitch / 2) for turn in way), self.at(end, edge)]

    def road(self, wide: float) -> list[Point]:
        """The outline of a band so wide along the whole way."""
        begin, end = self.turns[0], self.turns[-1]
        fine = [begin + (end - begin) * i / 240 for i in range(241)]
        return [*(self.at(a, -wide / 2) for a in fine), *(self.at(a, wide / 2) for a in reversed(fine))]
