"""Doubles Wild: the contract's face. What it names is said in the files beside it, in the rulebook's order.

layout.py    the board, its squares and the rows they can make                        DBW-COMP, DBW-OBJ
dice.py      what dice can show, and the odds                                         DBW-COMP-2, DBW-ROLL
record.py    the record, phases, decisions, reasons and house rules
turns.py     getting ready, whose turn it is, the end, tie-breaks     DBW-SETUP, DBW-END, DBW-TIE, DBW-TEAM
squares.py   throwing, doubles, and what is done on a square      DBW-ROLL, DBW-WILD, DBW-REROLL, DBW-PLAY
battles.py   battles                                                                  DBW-BATTLE
rows.py      rows of three, what they protect and score                               DBW-SCORE
duties.py    what may be decided: `legal`
play.py      one step: a new game, what an action does, and who is next
why.py       why something may not be done
seen.py      what learners see, tallies, symmetries
lines.py     the markers by line, for those in a hurry: fast.py, which says some of this again, only
             quicker, and careful.py
"""

from .battles import is_tossed as is_tossed
from .battles import joined as joined
from .dice import *  # noqa: F403
from .dice import names_twin as names_twin
from .duties import actor as actor
from .duties import legal as legal
from .duties import weights as weights
from .layout import *  # noqa: F403
from .play import apply as apply
from .play import derive as derive
from .play import new_game as new_game
from .record import *  # noqa: F403
from .rows import is_protected as is_protected
from .rows import rows_at as rows_at
from .seen import FEATURE_NAMES as FEATURE_NAMES
from .seen import FEATURES as FEATURES
from .seen import SYMMETRIES as SYMMETRIES
from .seen import TALLIES as TALLIES
from .seen import feature_image as feature_image
from .seen import image_of as image_of
from .seen import lay_over as lay_over
from .seen import observe as observe
from .seen import square_of as square_of
from .seen import tally as tally
from .squares import can_choose as can_choose
from .squares import crossing as crossing
from .squares import has_choice as has_choice
from .squares import is_on_line as is_on_line
from .squares import may_reroll as may_reroll
from .squares import replaces as replaces
from .turns import is_partner as is_partner
from .turns import leaders as leaders
from .turns import markers_each as markers_each
from .turns import next_of as next_of
from .turns import payoff as payoff
from .turns import side as side
from .why import explain as explain
