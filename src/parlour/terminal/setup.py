"""Setting the table: who plays, by which house rules, with which dice."""

from __future__ import annotations

import random
import secrets
from dataclasses import dataclass, field
from pathlib import Path
from shlex import quote

from parlour.games import boards, load, names
from parlour.rules.game import Game
from parlour.rules.run import parse_int
from parlour.table import CheckableDice, Dice, Match, Seat, SeededDice, TypedDice, to_code
from parlour.table.dice import KINDS
from parlour.table.files import secret_beside
from parlour.terminal.opponents import BOT, USUAL, level_list, read_level, read_seats
from parlour.terminal.play import Manner, Session
from parlour.terminal.read import read_position
from parlour.terminal.show import Screen
from parlour.text import BadChoice, say, unknown


@dataclass
class Wishes:
    """What a person has asked for; what is None will be asked, or decided for them."""

    game: str | None = None
    players: int | None = None
    names: list[str] | None = None
    bots: int | None = None
    seats: str | None = None
    options: dict[str, str] = field(default_factory=dict)
    dice: str | None = None
    seed: str | None = None
    board: Path | None = None
    position: str | None = None
    save: Path | None = None
    resume: Path | None = None
    secrets: list[str] = field(default_factory=list)
    manner: Manner = field(default_factory=Manner)


def play_here(screen: Screen, wishes: Wishes) -> int:
    """Set the table, or take a saved game from its file, and play; the exit code."""
    if wishes.resume is not None:
        return _resumed(screen, wishes, wishes.resume).run()
    name = wishes.game or _ask_game(screen)
    game = load(name, wishes.board)
    if wishes.save is not None:
        refuse_file(wishes.save)
    dice = _dice(wishes)
    if wishes.board is None and wishes.position is None and _nothing_said(wishes):
        game = load(name, ask_board(screen, game))
    start = None if wishes.position is None else read_position(game, wishes.position)
    if start is not None:
        wishes.players = _as_many(wishes.players, len(game.seats(start)))
    match = Match.new(game, _seats(screen, game, wishes), wishes.options, dice, start)
    _add_secrets(match, wishes.secrets)
    bots = random.Random(f"{wishes.seed} bots" if wishes.seed is not None else None)
    return Session(screen, match, wishes.manner, bots, wishes.save).run()


def _resumed(screen: Screen, wishes: Wishes, file: Path) -> Session:
    given = {
        "--players": wishes.players,
        "--names": wishes.names,
        "--bots": wishes.bots,
        "--seats": wishes.seats,
        "--options": wishes.options,
        "--dice": wishes.dice,
        "--seed": wishes.seed,
        "--board": wishes.board,
        "--position": wishes.position,
        "--secret": wishes.secrets,
    }
    superfluous = [name for name, value in given.items() if value]
    if superfluous:
        raise BadChoice(
            say(
                "{option} is settled already in a saved game; leave it out with --resume.",
                option=superfluous[0],
            )
        )
    match = Match.load(file, wishes.game)
    _refuse_lost_secret(match, file)
    if wishes.save is not None:
        refuse_file(wishes.save)
    return Session(screen, match, wishes.manner, random.Random(), wishes.save or file)


def _refuse_lost_secret(match: Match, file: Path) -> None:
    """Checkable dice without their secret cannot be rolled; from the same position others can."""
    if isinstance(match.dice, CheckableDice) and match.dice.secret is None and not match.over:
        raise BadChoice(
            say(
                "{secret} is missing, and without it the dice of this game cannot be rolled. Put it back, or "
                "go on with new dice: parlour play {game} --position {code}",
                secret=secret_beside(file),
                game=match.game.id,
                code=to_code(match.game, match.position),
            )
        )


def refuse_file(file: Path) -> None:
    """A new game never takes the place of an older one, and needs a folder to lie in."""
    try:
        folder, taken, lost = file.is_dir(), file.exists(), not file.parent.is_dir()
    except OSError as error:  # a name that no file can have, or a folder that nobody may look into
        raise BadChoice(
            say("{file} cannot be written: {why}.", file=file, why=error.strerror or error)
        ) from error
    if folder:
        raise BadChoice(
            say(
                "{file} is a folder; name a file in it, such as {example}.",
                file=file,
                example=file / "tonight.parlour",
            )
        )
    if taken:
        raise BadChoice(
            say(
                "{file} is there already. Choose another name, or go on with that game: "
                "parlour play --resume {quoted}",
                file=file,
                quoted=quote(str(file)),
            )
        )
    if lost:
        raise BadChoice(say("There is no folder {folder} to save in.", folder=file.parent))


def _dice(wishes: Wishes) -> Dice:
    kind = wishes.dice or ("seeded" if wishes.seed is not None else "checkable")
    if kind not in KINDS:
        raise unknown(say("kind of dice"), kind, KINDS)
    if wishes.seed is not None and kind != "seeded":
        raise BadChoice(say("A seed goes with seeded dice only; {kind} dice have none.", kind=kind))
    if kind == "typed":
        return TypedDice()
    if kind == "checkable":
        return CheckableDice()
    return SeededDice(wishes.seed if wishes.seed is not None else secrets.token_hex(8))


def _as_many(said: int | None, there: int) -> int:
    if said not in (None, there):
        raise BadChoice(say("The position is for {there} players, not {said}.", there=there, said=said))
    return there


def _add_secrets(match: Match, words: list[str]) -> None:
    """Each person's own share in the dice, in the order of the seats."""
    people = [seat for seat, player in match.seats.items() if player.kind == "human"]
    if len(words) > len(people):
        raise BadChoice(
            say("More secrets ({words}) than people ({people}).", words=len(words), people=len(people))
        )
    for seat, word in zip(people, words, strict=False):
        match.add_secret(seat, word)


# ---------------------------------------------------------------- who plays


def _seats(screen: Screen, game: Game, wishes: Wishes) -> list[Seat]:
    """People first, then the computer, unless it was said who sits where. Then nothing is asked."""
    if wishes.seats is not None:
        return _said_seats(game, wishes)
    if _nothing_said(wishes):
        return _asked_seats(screen, game, wishes.options)
    people, players = _count(game, wishes)
    called = wishes.names or []
    return [Seat(called[i] if i < len(called) else "", "human") for i in range(people)] + [
        Seat("", "random") for _ in range(players - people)
    ]


def _said_seats(game: Game, wishes: Wishes) -> list[Seat]:
    """Those of --seats, which says everything; the number of players may be said again."""
    if wishes.names is not None or wishes.bots is not None:
        raise BadChoice(say("Who plays is said by --seats alone; leave --names and --bots out."))
    seats = read_seats(game, wishes.seats or "")
    if wishes.players not in (None, len(seats)):
        raise BadChoice(
            say("The list has {seats:seat|seats}, not {players}.", seats=len(seats), players=wishes.players)
        )
    return seats


def _nothing_said(wishes: Wishes) -> bool:
    """Of how many play, and who? Then it is asked."""
    return wishes.players is None and wishes.names is None and wishes.bots is None and wishes.seats is None


def _count(game: Game, wishes: Wishes) -> tuple[int, int]:
    """How many people and how many players, from what was said of names, bots and players."""
    sizes: tuple[int, ...] = game.rules.SEATS
    people = len(wishes.names) if wishes.names else None
    players, bots = wishes.players, wishes.bots
    if players is None:
        least = (people or 1) + (bots or 0)
        players = least if bots is not None else next((n for n in sizes if n >= least), least)
    game.new(players)  # refuses a wrong number, in the game's own words
    if people is None:
        people = players - bots if bots is not None else 1
    if bots is None:
        bots = players - people
    if people < 0 or bots < 0 or people + bots != players:
        raise BadChoice(
            say(
                "{people:person|people} and {bots:bot|bots} do not make {players:player|players}.",
                players=players,
                people=max(people, 0),
                bots=max(bots, 0),
            )
        )
    return people, players


def _asked_seats(screen: Screen, game: Game, options: dict[str, str]) -> list[Seat]:
    sizes = _sizes(game, options)
    listed = ", ".join(map(str, sizes))

    def players_of(answer: str) -> int:
        if answer not in map(str, sizes):
            raise BadChoice(say("This game is for {sizes} players.", sizes=listed))
        return int(answer)

    players = sizes[0]
    if len(sizes) > 1:
        question = say("How many players, {sizes}? [{default}]", sizes=listed, default=players)
        players = screen.until(question, players_of, players)
    people = screen.until(
        say("Of {players} players, how many are people? The computer plays the others. [1]", players=players),
        lambda answer: parse_int(answer, say("number of people"), 0, players),
        1,
    )
    seats = []
    for number in range(1, people + 1):
        if people == 1:
            question = say("Your name? [none]")
        else:
            question = say("Name of player {number}? [none]", number=number)
        seats.append(Seat(screen.ask(question), "human"))
    proposed = str(USUAL)
    for number in range(1, players - people + 1):
        question = say(
            "Level of computer player {number}: {levels}, or random? [{default}]",
            number=number,
            levels=level_list(game),
            default=proposed,
        )
        seats.append(
            screen.until(question, lambda answer: read_level(game, answer), read_level(game, proposed))
        )
        proposed = seats[-1].kind.removeprefix(BOT)
    return seats


def _sizes(game: Game, options: dict[str, str]) -> list[int]:
    """How many may play by these house rules; wrong ones are refused before anything is asked."""
    fitting, refused = [], None
    for players in game.rules.SEATS:
        try:
            game.new(players, options)
            fitting.append(players)
        except BadChoice as error:
            refused = refused or error
    if refused is not None and not fitting:
        raise refused
    return fitting


def ask_board(screen: Screen, game: Game) -> str | None:
    """Which of the boards that come with the game; nothing is asked where there is only one."""
    known = list(boards(game.folder))
    if not known:
        return None

    def board_of(answer: str) -> str:
        if answer not in known:
            raise unknown(say("board"), answer, known)
        return answer

    question = say("Which board, {boards}? [{default}]", boards=", ".join(known), default=known[0])
    return str(screen.until(question, board_of, known[0]))


def _ask_game(screen: Screen) -> str:
    known = names()
    titles = [f"{load(name).words.TITLE}: {load(name).words.BLURB}" for name in known]
    return known[screen.choose(say("Which game (1-{count})?", count=len(known)), titles)]
