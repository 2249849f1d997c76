"""How a match stands: who sits where, who is to act, what each may see and do, and how it ended."""

from __future__ import annotations

from parlour.rules.game import Game
from parlour.rules.kit import CHANCE, NOBODY, OVER
from parlour.rules.position import Position
from parlour.table import naming, story, views
from parlour.table.called import Called
from parlour.table.events import Move, NotNow
from parlour.table.log import Log
from parlour.table.naming import Action
from parlour.table.record import Header
from parlour.table.seats import Seat
from parlour.text import Reason, Text, say, unknown


class Standing(Log):
    """A log with people around it. A `Match` is one that is played: everything that only looks is here."""

    def __init__(self, game: Game, header: Header, start: Position) -> None:
        super().__init__(game, start)
        self._header = header
        self._names = Called(game, header.seats)

    @property
    def id(self) -> str:
        """Names the match in its record and in forks of it.

        >>> len(match.id)
        16
        """
        return self._header.match

    @property
    def seats(self) -> dict[int, Seat]:
        """Who sits where: chair -> Seat, for the chairs that are taken.

        >>> {chair: seat.name for chair, seat in match.seats.items()}
        {0: 'Ann', 2: 'Bob'}
        """
        return dict(self._header.seats)

    @property
    def sides(self) -> dict[int, list[int]]:
        """The sides that play against each other, and the chairs of each: team mates share one.

        >>> match.sides
        {0: [0], 2: [2]}
        """
        return {side: list(chairs) for side, chairs in self._teams().items()}

    @property
    def from_start(self) -> bool:
        """Did it begin as games of its kind begin, and not in a given position?

        >>> match.from_start, match.fork(2).from_start
        (True, False)
        """
        return self._header.start is None

    @property
    def forked_from(self) -> tuple[str, int] | None:
        """The id of the match this one branched off from, and the ply.

        >>> match.fork(2).forked_from == (match.id, 2)
        True
        """
        origin = self._header.forked_from
        return (origin["match"], origin["ply"]) if origin else None

    @property
    def dice_due(self) -> bool:
        """Is a roll of dice the next thing? People roll them; cards are simply dealt.

        >>> match.dice_due
        False
        """
        if self._dice_due is None:
            self._dice_due = self.actor == CHANCE and bool(self.game.words.faces(self._now, self._legal()[0]))
        return self._dice_due

    @property
    def faces(self) -> list[int]:
        """What can come up on one of the dice that are next; nothing when it is no dice.

        >>> match.faces
        []
        """
        outcomes = self._legal() if self.actor == CHANCE else []
        shown = [self.game.words.faces(self._now, outcome) for outcome in outcomes]
        return sorted({int(face) for rows in shown for row in rows for face in row})

    @property
    def thrower(self) -> int:
        """Whose dice are next, when a roll is due: a chair, or NOBODY.

        >>> match.thrower
        2
        """
        turn = int(self.game.words.thrower(self._now))
        return turn if turn in self._header.seats else NOBODY

    @property
    def actor(self) -> int:
        """The chair to act, CHANCE when a roll is due, OVER at the end.

        >>> match.actor
        2
        """
        if self._actor is None:
            ended = self._ended_by_players
            self._actor = OVER if ended else int(self.game.plain.actor(self._now))
        return self._actor

    @property
    def over(self) -> bool:
        """Has the game ended, by its rules, by agreement, or because one side gave up?

        >>> match.over
        False
        """
        return self.actor == OVER

    @property
    def shares(self) -> dict[int, float]:
        """At the end, each chair's share of the win; empty before.

        >>> match.shares
        {}
        """
        if not self.over:
            return {}
        if self._resigned is not None:
            lost = next(chairs for chairs in self.sides.values() if self._resigned in chairs)
            return {c: float(c not in lost) for c in self._header.seats}
        if self._drawn:
            return {c: 1 / len(self.sides) for c in self._header.seats}
        return {c: float(self.game.plain.payoff(self._now, c)) for c in self._header.seats}

    @property
    def winners(self) -> list[int]:
        """At the end, the chairs with the largest share; none before, and none in a draw: all share alike.

        >>> match.winners
        []
        """
        shares = self.shares
        best = max(shares.values(), default=0.0)
        return [chair for chair, share in shares.items() if share == best > min(shares.values())]

    @property
    def may_be_agreed(self) -> bool:
        """May the players agree on a draw? People may, where the game's rules say so (AGREED_DRAW).

        >>> match.may_be_agreed
        False
        """
        people = all(seat.kind == "human" for seat in self._header.seats.values())
        return people and bool(self.game.plain.AGREED_DRAW)

    @property
    def may_be_resigned(self) -> bool:
        """Can one side give the game up, so that the other has won?

        >>> match.may_be_resigned
        True
        """
        return not self.over and len(self._teams()) == 2

    def view(self, seat: int, ply: int | None = None) -> Position:
        """What this seat may know of the position, now or at an earlier ply; NOBODY, such as a spectator,
        sees what everybody may know.

        It is all that a bot needs to think for a seat that may act: where several may, as with sealed bids,
        the seat is the one called on. Where nothing is hidden everybody sees the same object, a copy.

        >>> from parlour.bots import make
        >>> bot = make("random", match.game)
        >>> bot.think(match.view(match.actor), match.actor, seconds=None, seed=1).action
        20
        """
        if seat != NOBODY:
            self._check_seat(seat)
        return views.view(self.game, self._called(seat, self._shown() if ply is None else self.at(ply)), seat)

    def look(self, seat: int) -> Position:
        """The view of it now, to whoever only looks: it may be the match's own.

        >>> match.look(2) == match.view(2)
        True
        """
        return views.view(self.game, self._called(seat, self._now), seat)

    def may_act(self, seat: int) -> bool:
        """Is a decision asked of this seat now?

        >>> [match.may_act(seat) for seat in match.seats]
        [False, True]
        """
        if self.actor in (CHANCE, OVER):
            return False
        seat = self._check_seat(seat)
        if seat not in self._acting:
            self._acting[seat] = bool(self.game.plain.may_act(self._now, seat))
        return self._acting[seat]

    def name(self, seat: int) -> Text:
        """What to call a seat: its player's name and its colour.

        >>> print(match.name(2))
        Bob (Yellow)
        """
        return self._names.full(seat)

    def tell(self, text: Text) -> Text:
        """A sentence of the game's words, with the people at the table in place of their colours.

        >>> print(match.tell(match.game.words.asks(match.position)))
        Bob to play: 5, 3.
        """
        return self._names.tell(text)

    def story(self, seat: int | None = None, since: int = 0) -> list[Text]:
        """What happened, a sentence for each event after number `since`.

        With `seat`, as that seat may tell it: its words are made from what it could see before and after.
        NOBODY tells what everybody may know.

        >>> print(match.story()[-1])
        Bob rolls 5-3.
        """
        if seat not in (None, NOBODY):
            self._check_seat(seat)
        since = max(since, 0)
        frames = self._frames.since(since)
        return [
            story.sentence(self, event, *f, seat) for event, f in zip(self._log[since:], frames, strict=True)
        ]

    def sentence(self, n: int, seat: int | None = None) -> Text:
        """What event number `n` was, as that seat may tell it (see `story`).

        >>> print(match.sentence(1))
        Ann rolls 4-1 for the first turn: 5.
        """
        return story.sentence(self, self._log[n - 1], *self._frames[n - 1], seat)

    def legal(self, seat: int | None = None) -> list[Move]:
        """What the seat to act, or that seat, can play; nothing when it is not for it to act.

        >>> [move.notation for move in match.legal()]
        ['E']
        """
        seat = self.actor if seat is None else self._check_seat(seat)
        if seat in (CHANCE, OVER) or not self.may_act(seat):
            return []
        seen, codes = self._choice(seat)
        return [Move(code, self.game.words, seen, self._names) for code in codes]

    def why_not(self, seat: int, action: Action) -> Reason | None:
        """Why that seat may not play that action now; None when it may.

        Words that name no action at all are an error, but only of a seat that is asked for one.

        >>> print(match.why_not(0, "E"))
        It is Bob's turn. (PAR-TURN-1)
        """
        self._check_seat(seat)
        if self._ended_by_players:
            return Reason(self._not_now(seat).text, "")
        seen = self.look(seat)
        if self.may_act(seat):
            reason = naming.why_not(self.game, *self._choice(seat), seat, action)
        else:
            reason = self.game.why_not(seen, seat, self._said(seat, action))
        return None if reason is None else self._names.explain(reason)

    # ------------------------------------------------------------ inside

    @property
    def _ended_by_players(self) -> bool:
        """Did the players end it, and not the rules?"""
        return self._drawn or self._resigned is not None

    @property
    def _drawn(self) -> bool:
        """Has everybody agreed to a draw?"""
        return len(self._agreed) == len(self._header.seats)

    def _teams(self) -> dict[int, list[int]]:
        if not self._sides:
            for chair in self._header.seats:
                self._sides.setdefault(int(self.game.plain.side(self._now, chair)), []).append(chair)
        return self._sides

    def _choice(self, seat: int) -> tuple[Position, list[int]]:
        """The same, and the legal actions in it; worked out once for as long as nothing happens."""
        if seat not in self._choices:
            seen = self.look(seat)
            self._choices[seat] = (seen, naming.legal_codes(self.game, seen))
        return self._choices[seat]

    def _said(self, seat: int, action: Action) -> int:
        """The action that a seat names which is not asked for one: as it is called now, or was when the
        seat was last asked, for before a roll only outcomes have names. 0 if that cannot be read."""
        named = None if self.actor == CHANCE else naming.read(self.game, self.look(seat), action)
        if named is None:
            asked = (
                p for p in reversed(range(self.ply)) if self.game.plain.may_act(self._positions[p], seat)
            )
            last = next(asked, None)
            named = None if last is None else naming.read(self.game, self.view(seat, last), action)
        return 0 if named is None else named

    # ------------------------------------------------------------ checks

    def _check_seat(self, seat: int | None) -> int:
        if isinstance(seat, bool) or seat is None or seat not in self._header.seats:
            chairs = [say("{chair} ({name})", chair=c, name=self.name(c)) for c in self._header.seats]
            raise unknown(say("seat"), seat, chairs)
        return seat

    def _not_now(self, seat: int) -> NotNow:
        if self.over:
            return NotNow(say("The game is over."))
        if self.actor == CHANCE:
            return NotNow(say("The dice come first: nothing can be played before the roll."))
        return NotNow(
            say("It is {seat}'s turn, not {other}'s.", seat=self.name(self.actor), other=self.name(seat))
        )

    def _no_roll(self) -> NotNow:
        if self.over:
            return NotNow(say("The game is over."))
        return NotNow(say("No roll is due: it is {seat}'s turn to play.", seat=self.name(self.actor)))
