/** What is lit up on the board: what can be taken, where it can go and by what, what happened last. */

import { signal } from "../lib/ui.js";
import { drop, looking, only, pickable, picked, question } from "./hand.js";
import { cursor } from "./arrows.js";
import { arrows, bestTile } from "./hints.js";
import { lying, shownWay } from "./lie.js";
import { grouped } from "./lists.js";
import { ghost, ready, staged } from "./stage.js";
import { called, frame, log, moves, past } from "./state.js";

/** @typedef {import("./state.js").Move} Move */

const MOST_WAYS = 6; // more would be a tangle
const MOST_BADGES = 12; // more would hide the board
const MOST_LIFTED = 4; // of a larger heap one piece is enough to see

/** The pieces that a hand may take: of a large heap the uppermost. @param {Map<string, number>} from  space -> whose piece */
function takeable(from) {
  /** @type {Set<import("../lib/pieces.js").Stood>} */
  const found = new Set();
  for (const [space, seat] of from) {
    const here = staged()?.pieces.stood.filter((one) => one.piece.space === space && one.piece.seat === seat) ?? [];
    for (const one of here.length > MOST_LIFTED ? here.slice(-1) : here) found.add(one);
  }
  return found;
}

/** What draws badges: it comes when there is a board, which can be seen and rolled at before. @type {import("../../vendor/signals.js").Signal<typeof import("../lib/badges.js") | null>} */
const drawing = signal(null);
/** @type {Promise<unknown> | null} */
let asked = null;
const fetchDrawing = () => {
  asked ??= import("../lib/badges.js").then(
    (m) => (drawing.value = m),
    () => (asked = null), // the line was cut: once more with the next light
  );
};

/** The badges of these moves, one for each place; nothing where there are too many to be read. @param {Move[]} some @param {typeof import("../lib/badges.js").badgeKey} badgeKey */
function badgesOf(some, badgeKey) {
  const occupied = new Set(frame.value?.scene?.pieces.map((p) => p.space));
  const moving = some.filter((m) => m.gesture && m.gesture.drop !== m.gesture.pick);
  const places = grouped(moving, (m) => m.gesture?.drop ?? "");
  if (places.size > MOST_BADGES) return [];
  return [...places].map(([space, here]) => {
    const kinds = grouped(here, (m) => badgeKey(m.badge));
    const signs = [...kinds.values()].map((same) => ({ badge: same[0].badge ?? null, code: same.length === 1 ? same[0].code : null }));
    return { space, signs, taken: occupied.has(space) };
  });
}

/** What is lit up: in the hand, where it can go, what could be picked, and what happened last. */
export function light() {
  const stage = ready.value ? staged() : null;
  if (!stage) return;
  const { board, pieces, view } = stage;
  const f = frame.value;
  const open = called.value && !past.value;
  const at = looking.value;
  const last = f && !f.past ? log.value.findLast((e) => e.gesture)?.gesture : null;
  const hand = picked.value ?? only.value;
  const pointed = at?.space && picked.value === null && pickable.value.has(at.space) ? at.space : null;
  const from = pointed ?? hand;
  const shown = at?.moves ?? (open && from ? moves.value.filter((m) => m.gesture?.pick === from) : []);
  const own = new Map(moves.value.flatMap((m) => (m.gesture ? [[m.gesture.pick, m.gesture.seat]] : [])));
  const lifted = open && picked.value === null ? takeable(own) : new Set();
  const glowing = new Set([...lifted].map((one) => one.piece.space));
  const goals = new Set(shown.flatMap((m) => (m.gesture && m.gesture.drop !== picked.value ? [m.gesture.drop] : [])));
  const lit = {
    last: last ? [last.pick, last.drop] : [],
    pickable: open && picked.value === null ? [...pickable.value].filter((space) => !glowing.has(space)) : [],
    [goals.size > MOST_BADGES ? "target many" : "target"]: goals,
    picked: [picked.value, drop.value].filter(Boolean),
    cursor: cursor.value ? [cursor.value] : [],
  };
  board.light(/** @type {Record<string, Iterable<string>>} */ (lit));
  const through = at?.space && hand ? moves.value.filter((m) => m.gesture?.pick === hand && m.gesture.drop === at.space) : shown;
  const ways = new Map(through.flatMap((m) => (m.gesture?.path?.length ? [[m.gesture.path.join(), m.gesture.path]] : [])));
  board.showPaths(at && !lying.value && ways.size <= MOST_WAYS ? ways.values() : []);
  fetchDrawing();
  const { badges, badgeKey } = drawing.value ?? {};
  const standing = pieces.stood.map((one) => one.piece);
  board.badges.replaceChildren(...(badges && badgeKey ? badges(board, view.seen.value && badgesOf(shown, badgeKey), standing) : []));
  board.showArrows(at?.space || picked.value !== null ? [] : arrows());
  const one = through.length === 1 ? through[0] : null;
  const advised = at || picked.value !== null ? null : bestTile();
  const meant = shownWay() ?? one ?? (question.value?.confirm ? question.value.moves[0] : advised);
  const drawn = meant && ghost(meant);
  board.ghosts.replaceChildren(...(drawn ? [drawn] : []));
  for (const space of board.spaces.values()) space.element.classList.toggle("can-pick", open && pickable.value.has(space.id));
  const moving = meant?.gesture?.tile ? pieces.topOf(meant.gesture.pick, meant.gesture.seat) : null;
  for (const one of pieces.stood) {
    one.element.classList.toggle("moving", one === moving);
    one.element.classList.toggle("can-pick", open && pickable.value.has(one.piece.space));
    one.element.classList.toggle("glows", lifted.has(one));
  }
}
