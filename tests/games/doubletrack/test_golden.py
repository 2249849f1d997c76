"""A whole game of four friends, told from the first card to the pawn that is HOME.

The transcript is there to be read. When the words change on purpose, write it anew with PARLOUR_REFRESH=1
and read what changed; the record itself never changes (see golden/make.py).
"""

from __future__ import annotations

import os
import re

from parlour.table import Match, verify

from .golden.make import RECORD, TRANSCRIPT, play, transcript
from .support import BLUE, YELLOW


def test_the_transcript_of_a_game() -> None:
    match = Match.load(RECORD)
    told = transcript(match)
    if os.environ.get("PARLOUR_REFRESH"):
        TRANSCRIPT.write_text(told, "utf-8")
    assert told == TRANSCRIPT.read_text("utf-8")
    assert match.winners == [YELLOW]
    assert told.endswith(
        "Yellow buys the lead. Yellow's small pawn comes from 75 to HOME. Yellow is HOME and wins!\n"
    )
    assert verify(RECORD).kind == "proved"


def test_the_friends_would_play_it_again() -> None:
    """The same seed and the same habits give the same game, word for word."""
    match = Match.load(RECORD)
    again = play(int(match.dice.describe()["seed"]))
    assert [event.text for event in again.events] == [event.text for event in match.events]


def test_blue_reads_the_same_game_without_the_secrets() -> None:
    """DBT-INF-2, DBT-INF-4: others' cards and closed fists are not in Blue's story; all else is."""
    match = Match.load(RECORD)
    for event, whole, seen in zip(match.events, match.story(), match.story(BLUE), strict=True):
        if str(whole) == str(seen):
            continue
        assert event.seat != BLUE
        assert re.search(r"is dealt a card|draws a card|puts a card up|holds out a fist", str(seen)), seen
    hidden = {str(s) for s in match.story() if re.match(r"(Red|Yellow|Green) (is dealt|draws|bids)", str(s))}
    assert hidden and not hidden & {str(s) for s in match.story(BLUE)}


def test_the_golden_game_has_a_bit_of_everything() -> None:
    told = TRANSCRIPT.read_text("utf-8")
    for words in (
        *("begins", "is dealt", "asks nobody", "for nothing", "stays shut", "too dear", "opens.", "lapses"),
        *("moves on", "purple", "takes the arrow", "chooses", "plays", "draws", "trades places", "steals"),
        *("face down", "A tie", "buys the card", "buys the lead", "keeps the", "loser's bonus", "turns to"),
        *("takes the red pass", "holds the green pass already", "no pass to sell", "empty fist", "leads."),
    ):
        assert words in told, words
