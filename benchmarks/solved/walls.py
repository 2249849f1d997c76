"""How near a player of Tri-Trac is to a track while the other's tiles lie as they do: a rule, so that it can
be compiled."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from parlour.rules.kit import rule

SHUT = 99  # no track is possible any more


@rule
def cells_missing(beyond, fits, arrows, ribs, laid, costs, waiting):
    """The fewest cells without one of these tiles that any track needs; SHUT where there is none.

    laid[cell] is the plain side of a tile there, or -1; every other cell counts as passable in every way that
    fits. A track that would use a cell twice is not refused, so it may really be more."""
    best = SHUT
    for start in range(len(beyond)):
        if not arrows <= beyond[start] < ribs or laid[start // 3] == start % 3:
            continue
        for place in range(len(beyond)):
            costs[place] = SHUT
        costs[start] = 0 if laid[start // 3] >= 0 else 1
        cost = costs[start]
        waiting[0, 0] = start  # row 0: to be followed at this cost, row 1: at one more
        now = 1
        later = 0
        while now > 0 and cost < best:
            now -= 1
            place = waiting[0, now]
            if costs[place] == cost:
                cell = place // 3
                side = place % 3
                for plain in range(3):
                    if plain == side or not (
                        laid[cell] == plain or (laid[cell] < 0 and fits[3 * cell + plain])
                    ):
                        continue
                    leaving = 3 * cell + 3 - plain - side
                    there = beyond[leaving]
                    if there >= ribs:
                        continue
                    if there >= arrows:
                        if leaving != start:
                            best = min(best, cost)
                        continue
                    if laid[there] == leaving % 3:
                        continue
                    entry = 3 * there + leaving % 3
                    more = 0 if laid[there] >= 0 else 1
                    if cost + more < costs[entry]:
                        costs[entry] = cost + more
                        if more == 0:
                            waiting[0, now] = entry
                            now += 1
                        else:
                            waiting[1, later] = entry
                            later += 1
            if now == 0:
                for i in range(later):
                    waiting[0, i] = waiting[1, i]
                now = later
                later = 0
                cost += 1
    return best


@rule
def missing_after(beyond, fits, arrows, ribs, laid, taken, costs, waiting, found):
    """The same after each tile that could be laid in a free cell: found[3 * cell + plain], else -1."""
    for place in range(len(beyond)):
        cell = place // 3
        found[place] = -1
        if laid[cell] < 0 and taken[cell] == 0 and fits[place]:
            laid[cell] = place % 3
            found[place] = cells_missing(beyond, fits, arrows, ribs, laid, costs, waiting)
            laid[cell] = -1
