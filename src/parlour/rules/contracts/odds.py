"""What a game's `odds.py` defines: exact figures about the dice or the board, where any are worth knowing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parlour.rules.contracts.file import GameFile
from parlour.rules.position import Position
from parlour.rules.sheets import Topic
from parlour.text import Text


class OddsFile(GameFile):
    """The contract of `odds.py`."""

    NAME = "odds"
    NEEDED = ("TOPICS",)

    TOPICS: Mapping[str, Topic] = {}
    """What `parlour odds` can be asked about: each `Topic` answers with a `Sheet` (`rules/sheets.py`)."""

    def now(self, p: Position) -> Sequence[Text]:
        """Sentences on the odds that matter in this position; none when nothing is at stake."""
        return ()
