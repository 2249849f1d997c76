"""The contracts of the files of a game's folder, one module for each file.

`rules.py` has its own (`parlour.rules.contract`), because its defaults are compiled with it. The others are
classes here: what a class defines is what the file may define, under the same names, and what its lines say
is what holds where the file does not say it. A game lays its file over the class once, when the file is
first asked for (`Game.words`, `Game.scene`, ...); from then on every name is there, and nobody asks whether
it is.

    words      words.py      names of actions, sentences, reasons
    position   position.py   the JSON form of a position, and what makes one impossible
    scene      scene.py      the board as geometry to draw, and where the pieces stand
    box        box.py        what lies in the box, to be printed
    odds       odds.py       exact figures about the dice or the board
    exact      exact.py      what is known for certain of some positions
    careful    careful.py    what a careful player looks at
    tactics    tactics.py    which positions are the same, and what wins at once

In all of them `p` is a `Position`, an action is its code (at CHANCE, the outcome), and a sentence is a
`Text` made with `say`. Each function may be handed a view, in which `hide` has put its blanks.
"""
