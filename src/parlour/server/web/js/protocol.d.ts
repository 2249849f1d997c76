// What the server and the page say to each other. `python -m parlour.server.typescript` makes it.

/** Mix a secret of one's own into checkable dice. */
export interface AddSecret {
  do: "add_secret";
  id?: string | number;
  seat?: number | null;
  after?: number | null;
  text?: string;
}

/** What a bot thinks of the position, from what this seat knows. */
export interface Advice {
  candidates: Candidate[];
  chances: Record<string, number>;
  reason: string;
  by: string;
}

/** Set the board up again. Whoever asks first opens the table, all others find it open. */
export interface Again {
  do: "again";
  id?: string | number;
  seat?: number | null;
  after?: number | null;
}

/** What a table agreed on. A lesson has nothing to agree on. */
export interface Agreed {
  chosen?: boolean;
  closed?: boolean;
  dice?: string;
  options?: Record<string, string | number>;
  pause?: number;
  promise?: string | null;
  takeover_minutes?: number | null;
  talk?: string;
  undo?: string;
  watchers_talk?: boolean;
}

/** How a field of a move is set by hand: a number, or one for each of its parts. */
export interface Amount {
  name: string;
  parts: Record<string, AmountPart>;
  total: string;
}

/** One kind of what an amount is made up of, such as chips of one colour. */
export interface AmountPart {
  name: string;
  worth?: number;
  colour?: string;
}

/** Yes or no to what the table asks this seat. */
export interface Answer {
  do: "answer";
  id?: string | number;
  seat?: number | null;
  after?: number | null;
  yes?: boolean;
}

/** What became of a command. */
export interface Answered {
  kind: "answer";
  ok: boolean;
  id?: string | number;
  seq?: number;
  error?: Fault;
  why?: Fault | null;
  hint?: Advice;
  moves?: Move[];
  token?: string;
}

/** What leads to where a move goes: dice by what they show, or a few letters. */
export interface Badge {
  dice?: number[];
  text?: string;
}

/** A board as numbers, and its drawing. */
export interface Board {
  game: string;
  height: number;
  looks: NamedLook[];
  piece: number;
  sides: number[];
  spaces: Record<string, BoardSpace>;
  svg: string;
  title: string;
  width: number;
}

/** One of several things that a space can be. */
export interface BoardChoice {
  value: string;
  words: string;
}

/** What keeps it from being a board of the game, and the clause that wants it otherwise, or "". */
export interface BoardFault {
  clause: string;
  text: string;
}

/** A number, a switch or a short text of the board's file, by its name there. */
export interface BoardField {
  kind: string;
  name: string;
  value: boolean | number | string;
}

/** What can be changed on a space: a switch, a number, a choice, or a button that just does it. */
export interface BoardOffer {
  choices: BoardChoice[];
  kind: string;
  least: number;
  most: number;
  name: string;
  value: boolean | number | string;
  words: string;
}

/** A space of the drawing, and what it is called. */
export interface BoardPlace {
  id: string;
  label: string;
}

/** A space: where pieces stand on it, and what it is called. */
export interface BoardSpace {
  called: string[];
  kind: string;
  label: string;
  outline: Outline;
  seat: number | null;
  x: number;
  y: number;
}

/** Go on from a past moment at a new table; nobody there knows more than the one who asks. */
export interface Branch {
  ply?: number | null;
  seats?: Seating[];
}

/** One move as a bot sees it. */
export interface Candidate {
  code: number;
  notation: string;
  offer: string;
  chance: number | null;
  reason: string;
}

/** The host changes what the table agreed on. */
export interface ChangeTable {
  do: "table";
  id?: string | number;
  seat?: number | null;
  after?: number | null;
  settings?: TableSettings;
}

/** A clause of a rulebook. */
export interface Clause {
  id: string;
  options: HouseRule[];
  pictures: ClausePicture[];
  ruling: string;
  text: string;
}

/** A picture that shows a clause. */
export interface ClausePicture {
  number: number;
  title: string;
}

/** How much time people have: for each decision, or for the whole game and some more with each turn. */
export interface Clock {
  kind: "game" | "move";
  seconds: number;
  increment?: number;
}

/** The clocks as they stood at `since`. Those that run have run on from then. */
export interface Clocks {
  kind: string;
  seconds: number;
  increment: number;
  left: Record<string, number>;
  running: number[];
  since: number;
}

/** A link to be shown as a code that a phone can read. */
export interface Code {
  link: string;
}

/** Take the own chair back from the bot. */
export interface ComeBack {
  do: "come_back";
  id?: string | number;
  seat?: number | null;
  after?: number | null;
}

/** Dice that lie together. */
export interface Dice {
  faces: number[];
  colour?: string;
  used?: boolean[];
  label?: string;
}

/** Offer a draw, or agree to it. */
export interface Draw {
  do: "draw";
  id?: string | number;
  seat?: number | null;
  after?: number | null;
}

/** A roll by the number of its event, and which of the lots it was drawn from. */
export interface Drawn {
  n: number;
  lot: number;
}

/** A board as it stands, and what is to be changed in it; without a text, a board that comes along. */
export interface Edit {
  text?: string;
  board?: string;
  space?: string;
  name?: string;
  value?: string | number | boolean;
}

/** A board after a change. */
export interface Edited {
  about: Record<string, string>;
  faults: BoardFault[];
  fields: BoardField[];
  offers: BoardOffer[];
  picture: string;
  spaces: BoardPlace[];
  text: string;
}

/** What is new for one seat. */
export interface Events {
  kind: "events";
  seat: number | null;
  seq: number;
  events: Told[];
  frame: Frame;
  now?: number;
}

/** The log after a number. */
export interface EventsSince {
  seq: number;
  events: Told[];
}

/** The socket is about to be closed. */
export interface Failed {
  kind: "error";
  error: Fault;
}

/** What is wrong: a word for programs, a sentence for people, and the rule behind it if there is one. */
export interface Fault {
  kind: string;
  text: string;
  clause?: string;
  reasons?: string[];
}

/** What one seat chose in secret. */
export interface Fist {
  seat: number;
  state: string;
  text: string;
  holds?: Held[];
  best?: boolean;
}

/** All that is to be shown to one seat (or to spectators) at one moment. */
export interface Frame {
  table: string;
  game: string;
  board: string;
  seq: number;
  ply: number;
  turn: number | null;
  actors: number[];
  over: boolean;
  winners: number[];
  shares: Record<string, number>;
  scene: Scene | null;
  dice: Shown | null;
  pending: Pending | null;
  people: Sitter[];
  agreed: Agreed;
  forked_from: Origin | null;
  past: boolean;
  scores: Record<string, string>;
  next: string;
  won: Record<string, number>;
  clock: Clocks | null;
  signs: Record<string, Sign[]>;
  sealed: Sealed | null;
  you: number | null;
  asks: string;
  status: string[];
  held: Held[];
  moves: Move[];
  moves_left_out: number;
  may: May;
  settings: Record<string, boolean>;
  amounts: Record<string, Amount>;
  stakes: string[];
  code: string;
}

/** A board that comes with a game. */
export interface GameBoard {
  name: string;
  title: string;
  usual: boolean;
}

/** A game, as the home page shows it. */
export interface GameCard {
  aim: string;
  blurb: string;
  boards: GameBoard[];
  chairs: GameChairs[];
  colours: string[];
  dice: boolean;
  draw_by_agreement: boolean;
  id: string;
  learning: number;
  lessons: number;
  levels: GameLevel[];
  looks: Look[];
  minutes: number[] | null;
  options: GameOption[];
  seats: number[];
  secrets: boolean;
  teams: GameTeam[];
  title: string;
}

/** Which chairs so many players take; with an option, where that house rule changes it. */
export interface GameChairs {
  chairs: number[];
  choice?: string;
  option?: string;
  players: number;
}

/** A bot that one can choose, and how it plays. */
export interface GameLevel {
  level: string;
  name: string;
  words: string;
}

/** A house rule: a switch, a choice, or a number up to `most`. */
export interface GameOption {
  choice_words: string[];
  choices: string[];
  clause: string;
  default: string | number;
  effects: Record<string, string>;
  most: number;
  name: string;
  needs: Record<string, number[]>;
  switch: boolean;
  words: string;
}

/** Partners who play together: of themselves (no option), or by which house rule. */
export interface GameTeam {
  choice: string;
  option: string;
  players: number;
  sides: number[][];
}

/** How a move is made by hand: a piece of `seat` on `pick` goes to `drop`, along `path`. */
export interface Gesture {
  pick: string;
  drop: string;
  seat: number;
  path?: string[];
  also?: Gesture[];
  tile?: Tile;
  onward?: string[];
}

/** Something in the hand of the one who looks: cards of one kind, or chips of one colour. */
export interface Held {
  kind: string;
  text: string;
  count?: number;
  worth?: number;
  colour?: string;
  icon?: string;
  short?: string;
  name?: string;
}

/** The first message of a socket: who listens, and since when. */
export interface Hello {
  do: "hello";
  id?: string | number;
  seat?: number | null;
  after?: number | null;
  tokens?: string[];
  language?: string;
}

/** Under which names other machines can call this server. */
export interface Here {
  hosts: string[];
}

/** What would a bot do here? */
export interface Hint {
  do: "hint";
  id?: string | number;
  seat?: number | null;
  after?: number | null;
}

/** A house rule in plain language, beside the clause that it changes. */
export interface HouseRule {
  choices: string[];
  name: string;
  switch: boolean;
  words: string;
}

/** How a question stands: waiting, playing, stopped, finished or failed. */
export interface LabAnswer {
  id: string;
  link: string;
  seq: number;
  state: string;
  ahead: number;
  error: string;
  answer: LabResult | null;
  front: LabFront | null;
  bites: LabBite[] | null;
}

/** A house rule that was tried at every step of random games: how often it changed something. */
export interface LabBite {
  rules: string;
  words: string;
  clause: string;
  sets_up: boolean;
  games: string;
  legal: string;
  happened: string;
  changes: string;
}

/** What a set changes against the first. */
export interface LabDifference {
  text: string;
  seen: boolean;
  verdict: string;
}

/** A set of rules that a search found: a figure and a difference for each wish. */
export interface LabEntry {
  rules: string;
  figures: LabFigure[];
  differences: (LabDifference | null)[];
  within: boolean;
}

/** A figure as people read it, and as numbers; null where nothing could be counted. */
export interface LabFigure {
  text: string;
  value: number | null;
  low: number | null;
  high: number | null;
}

/** The best compromises so far, the rules one began with first. */
export interface LabFront {
  heading: string;
  stage: string;
  tried: number;
  played: number;
  wishes: string[];
  entries: LabEntry[];
  kept: string[];
  compare: string;
  finished: boolean;
}

/** An answer so far. */
export interface LabResult {
  heading: string;
  sets: string[];
  games: number;
  watched: number;
  compiled: boolean;
  rows: LabRow[];
  method: string[];
  faults: string[];
  openness: number[][];
  boards: string[];
  captures: string[];
}

/** One measure under all sets of rules. */
export interface LabRow {
  name: string;
  words: string;
  meaning: string;
  games: number;
  figures: LabFigure[];
  differences: (LabDifference | null)[];
}

/** A question, as the link that carries it, and who asks: a word that a page makes up once and keeps. */
export interface LabWish {
  link: string;
  person: string;
}

/** The languages there are, and the one that would be spoken. */
export interface Languages {
  language: string;
  languages: string[];
}

/** Hand the own chair to a bot; whoever left may come back. */
export interface Leave {
  do: "leave";
  id?: string | number;
  seat?: number | null;
  after?: number | null;
}

/** A line of a tutorial's table of contents. */
export interface LessonTitle {
  clauses: string[];
  gist: string;
  id: string;
  number: number;
  steps: number;
  title: string;
}

/** The host asks for a new token for a chair that nobody has taken yet. */
export interface Link {
  do: "link";
  id?: string | number;
  seat?: number | null;
  after?: number | null;
  chair?: number;
}

/** How the pieces of a chair look; letters alone where a game comes without a drawing. */
export interface Look {
  colour: string;
  letter: string;
  shape: string;
}

/** An outcome of a roll, and the tickets it owns. */
export interface Lot {
  outcome: string;
  tickets: number[];
}

/** What this seat can do now besides playing a move. */
export interface May {
  roll: boolean;
  outcomes: boolean;
  faces: number[];
  dice: Dice[];
  undo: string;
  draw: boolean;
  answer: boolean;
  add_secret: boolean;
  come_back: boolean;
  hint: boolean;
  branch: boolean;
  record: boolean;
  talk: string;
  host: boolean;
  resign: boolean;
  leave: boolean;
  again: boolean;
}

/** A move on offer. */
export interface Move {
  code: number;
  notation: string;
  offer: string;
  group?: string;
  fields?: Record<string, unknown>;
  gesture?: Gesture;
  sensible?: boolean;
  badge?: Badge;
  again?: number[];
}

/** The moves that have these words in them. */
export interface Moves {
  do: "moves";
  id?: string | number;
  seat?: number | null;
  after?: number | null;
  find?: string;
}

/** The same with the name of its colour. */
export interface NamedLook {
  colour: string;
  letter: string;
  name: string;
  shape: string;
}

/** A game to be set up; or with `record` a saved one to be looked at. */
export interface NewTable {
  game?: string;
  board?: string;
  own_board?: string;
  options?: Record<string, string | number | boolean>;
  seats?: Seating[];
  dice?: "checkable" | "typed";
  undo?: "agreed" | "free" | "never";
  takeover_minutes?: number | null;
  pause?: number;
  talk?: "free" | "off" | "phrases";
  watchers_talk?: boolean;
  clock?: Clock | null;
  start?: string | Record<string, unknown> | null;
  record?: string | null;
}

/** What the rolls of a match were drawn from: with the record, all that is needed to check the dice. */
export interface Odds {
  lots: Lot[][];
  rolls: Drawn[];
}

/** A new table: whom to give which token. Nobody can ask for them again. */
export interface Opened {
  table: string;
  game: string;
  seats: Place[];
  watch: string;
  host: string;
}

/** The match that a table was forked from, and its moment. */
export interface Origin {
  match: string;
  ply: number;
}

/** Of a space: a circle's centre and radius, or the corners of what has some. */
export interface Outline {
  centre?: [number, number];
  points?: [number, number][];
  radius?: number;
}

/** A lesson as it stands: what is asked, what came of the last try, and everything to be seen. */
export interface Page {
  number: number;
  of: number;
  title: string;
  text: string;
  clauses: string[];
  step: number;
  steps: number;
  ask: string;
  answer: string;
  done: string[];
  verdict: string | null;
  said: string;
  clause: string;
  events: Told[];
  frame: Frame;
}

/** What the table is asked to agree to. */
export interface Pending {
  what: string;
  by: number;
  chair: number | null;
  text: string;
  waits_for: number[];
}

/** Who is here. */
export interface People {
  kind: "people";
  people: Sitter[];
}

/** A piece and where it stands on the board's drawing. Keys are unique in a frame, no more. */
export interface Piece {
  key: string;
  seat: number;
  letter: string;
  shape: string;
  colour: string;
  space: string;
  x: number;
  y: number;
  size: number;
  label: string;
  tile?: Tile;
}

/** Is the server there? */
export interface Ping {
  do: "ping";
  id?: string | number;
  seat?: number | null;
  after?: number | null;
}

/** A chair of a new table, and the token of whoever takes it ("" for a bot's). */
export interface Place {
  chair: number;
  kind: string;
  name: string;
  token: string;
}

/** A position that is set up by hand. */
export interface Placed {
  asks: string;
  chairs: number[];
  code: string;
  over: boolean;
  picture: string;
  pieces: PlacedPiece[];
  position: Record<string, unknown>;
  supply: number[];
  turn: number;
}

/** A piece of a position that is set up by hand. */
export interface PlacedPiece {
  label: string;
  seat: number;
  space: string;
}

/** A position that is set up by hand: as it is, and what is done to it. Without a position, the start. */
export interface Placing {
  position?: Record<string, unknown> | null;
  board?: string;
  players?: number | null;
  options?: Record<string, string | number | boolean>;
  seat?: number | null;
  pick?: string;
  drop?: string;
  turn?: number | null;
}

/** Play a move: its notation, its code, or enough of its fields. */
export interface Play {
  do: "play";
  id?: string | number;
  seat?: number | null;
  after?: number | null;
  action?: string | number | Record<string, unknown>;
}

/** The server is there. */
export interface Pong {
  kind: "pong";
}

/** A position to be looked at: its code, or its JSON form. */
export interface Position {
  position: string | Record<string, unknown>;
}

/** Why is that not allowed, after these actions? An action, or a hand that goes from space to space. */
export interface Question {
  actions?: (string | number | Record<string, unknown>)[];
  action?: string | number | Record<string, unknown> | null;
  pick?: string;
  drop?: string;
}

/** The body of every answer that is not a success. */
export interface Refused {
  error: Fault;
}

/** Say who one is. */
export interface Rename {
  do: "name";
  id?: string | number;
  seat?: number | null;
  after?: number | null;
  name?: string;
}

/** A seat changes its token for one of its own making: whoever knew the old one is shut out. */
export interface Renew {
  do: "renew";
  id?: string | number;
  seat?: number | null;
  after?: number | null;
  token?: string;
}

/** Give the game up, where two sides play: the other one has won. */
export interface Resign {
  do: "resign";
  id?: string | number;
  seat?: number | null;
  after?: number | null;
}

/** Let the dice fall; with typed dice, say what they show. */
export interface Roll {
  do: "roll";
  id?: string | number;
  seat?: number | null;
  after?: number | null;
  outcome?: string | number | Record<string, unknown> | null;
}

/** A rulebook, section by section. */
export interface Rulebook {
  id: string;
  introduction: string[];
  sections: Section[];
  title: string;
}

/** The pieces, and what else lies on the board, each the inside of an SVG group. */
export interface Scene {
  pieces: Piece[];
  low: string;
  extras: string;
  told: string[];
}

/** Sealed choices, while they are made and for a while after all were opened. */
export interface Sealed {
  title: string;
  stake: string;
  note: string;
  fists: Fist[];
  icon?: string;
  short?: string;
  colour?: string;
  outcome?: string;
}

/** What the server does for a seat by itself. Left out: as it was. */
export interface SeatSettings {
  auto_roll?: boolean | null;
  auto_forced?: boolean | null;
  skip_dead?: boolean | null;
}

/** Who takes a chair: somebody with a link, somebody at this device, or a bot. */
export interface Seating {
  kind?: "bot" | "device" | "person";
  name?: string;
  level?: string;
}

/** A section of a rulebook. */
export interface Section {
  clauses: Clause[];
  title: string;
}

/** Change the own seat's settings. */
export interface Settings {
  do: "settings";
  id?: string | number;
  seat?: number | null;
  after?: number | null;
  settings?: SeatSettings;
}

/** The token that shows a finished game to anybody. */
export interface Shared {
  token: string;
}

/** The dice seen last: as they lie, or as they were thrown. */
export interface Shown {
  text: string;
  rows: Dice[];
  seq: number;
  by: number | null;
}

/** What a position's code stands for. */
export interface ShownPosition {
  asks: string;
  chairs: number[];
  code: string;
  game: string;
  over: boolean;
  picture: string;
  title: string;
}

/** A sign on the card of a seat. */
export interface Sign {
  icon: string;
  text: string;
  short?: string;
  colour?: string;
  share?: number;
}

/** Somebody at the table. */
export interface Sitter {
  chair: number;
  name: string;
  colour: string;
  paint: string;
  letter: string;
  shape: string;
  side: number;
  kind: string;
  level: string;
  here: boolean;
  came: boolean;
  away: number | null;
  left: boolean;
  may_be_replaced: boolean;
  pages: number;
}

/** Say one thing: a reaction, a phrase, or words of one's own. */
export interface Speak {
  do: "talk";
  id?: string | number;
  seat?: number | null;
  after?: number | null;
  reaction?: "bravo" | "heart" | "laugh" | "ouch" | "smile" | "wow" | null;
  phrase?: "again" | "good_game" | "good_luck" | "hello" | "lucky" | "moment" | "no_hurry" | "oops" | "soon" | "sorry" | "thanks" | "well_played" | null;
  text?: string;
}

/** A table in short, for a list of them. */
export interface Summary {
  table: string;
  game: string;
  over: boolean;
  winners: number[];
  chairs: number[];
  asked: boolean;
  turn: number | null;
  at: number;
  next: string;
  people: Sitter[];
}

/** What the whole table agreed on. Left out: as it was. */
export interface TableSettings {
  undo?: "agreed" | "free" | "never" | null;
  takeover_minutes?: number | null;
  pause?: number | null;
  talk?: "free" | "off" | "phrases" | null;
  watchers_talk?: boolean | null;
}

/** Let a bot take the chair of somebody who left. */
export interface TakeOver {
  do: "take_over";
  id?: string | number;
  seat?: number | null;
  after?: number | null;
  chair?: number;
}

/** What was said, as far as the page has not heard it; to begin with, the last of it. */
export interface Talk {
  kind: "talk";
  said: Utterance[];
  before: boolean;
}

/** How a tile lies: the sides of its space that its stripe joins. */
export interface Tile {
  ends: number[];
  plain: string;
  bright: boolean;
  live: boolean;
}

/** One event of the log. */
export interface Told {
  seq: number;
  kind: string;
  text: string;
  at: number;
  ply: number;
  by?: number;
  how?: string;
  n?: number;
  gesture?: Gesture;
  dice?: Dice[];
}

/** What the learner has done so far: everything that was right, and then this one. */
export interface Try {
  actions?: (string | number | Record<string, unknown>)[];
}

/** Take the own last decision back, as the table agreed. */
export interface UndoLast {
  do: "undo";
  id?: string | number;
  seat?: number | null;
  after?: number | null;
}

/** One thing that somebody said: a reaction, a phrase or a text. */
export interface Utterance {
  n: number;
  at: number;
  by: number | null;
  reaction?: string;
  phrase?: string;
  text?: string;
}

/** The socket is open. */
export interface Welcome {
  kind: "welcome";
  table: string;
  game: string;
  seats: number[];
  host: boolean;
  seq: number;
  kept_finished: number;
  kept_unfinished: number;
  handed: number[];
}

/** Why is this not allowed? An action, or what a hand does that goes from one space to another. */
export interface Why {
  do: "why";
  id?: string | number;
  seat?: number | null;
  after?: number | null;
  action?: string | number | Record<string, unknown> | null;
  pick?: string;
  drop?: string;
}

/** Why something cannot be done; null when it can. */
export interface WhyNot {
  why: Fault | null;
}

export type Command = Play | Roll | UndoLast | Draw | Resign | Answer | AddSecret | Settings | Rename | TakeOver | ComeBack | Leave | Again | Why | Hint | Moves | ChangeTable | Link | Renew | Speak | Ping;

export type Said = Play | Roll | UndoLast | Draw | Resign | Answer | AddSecret | Settings | Rename | TakeOver | ComeBack | Leave | Again | Why | Hint | Moves | ChangeTable | Link | Renew | Speak | Ping | Hello;

export type Heard = Welcome | Events | People | Talk | Answered | Pong | Failed;
