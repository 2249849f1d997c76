/** The table's page: hears the server, lets one thing happen after the other, and draws it all. */

import { ApiError, read } from "../lib/api.js";
import { Icon } from "../lib/icons.js";
import { fetchLater, later } from "../lib/later.js";
import { Notices } from "../lib/notices.js";
import { greet } from "../lib/server.js";
import { settings } from "../lib/settings.js";
import { sound, wakeSound } from "../lib/sound.js";
import { batch, effect, html, render, signal, useEffect } from "../lib/ui.js";
import { say, wordsReady } from "../lib/words.js";
import { Actions, Banner, LeaveButton, People, Standing, ending } from "./bar.js";
import { hearTime, runClocks } from "./clock.js";
import { keepFocus } from "./focus.js";
import { Goal } from "./goal.js";
import { letGo, useSession } from "./hand.js";
import { Held } from "./held.js";
import { dialog, listen } from "./keys.js";
import { Latest } from "./log.js";
import { Moves } from "./moves.js";
import { Panels } from "./panels.js";
import { changeKey, current, useKeys } from "./seatkey.js";
import { rememberVisit } from "./remember.js";
import { Result, end, followOn } from "./result.js";
import { Session } from "./session.js";
import { Stage, perform, put, staged } from "./stage.js";
import {
  announce,
  announcement,
  eye,
  frame,
  game,
  handedTo,
  kept,
  mine,
  nameOf,
  now,
  past,
  people,
  promised,
  views,
  wanted,
} from "./state.js";
import { TalkButton, TalkSheet, hearTalk, useTalk } from "./talk.js";
import { Time, useTable } from "./time.js";
import { Tray } from "./tray.js";

/** A dialog from a module that comes later. @param {string} name @param {() => Promise<(props: any) => unknown>} load */
const asked = (name, load) => later(load, () => dialog.value === name);
const Settings = asked("settings", () => import("./dialogs.js").then((m) => m.Settings));
const Help = asked("help", () => import("./dialogs.js").then((m) => m.Help));
const Share = asked("share", () => import("./share.js").then((m) => m.Share));
const Leave = asked("leave", () => import("./leave.js").then((m) => m.Leave));
const AwayTable = later(() => import("./away.js").then((m) => m.AwayTable));
const SealedBox = later(
  () => import("./sealed.js").then((m) => m.SealedBox),
  () => Boolean(frame.value?.sealed),
);
const HandOver = later(() => import("./dialogs.js").then((m) => m.HandOver));

const BEHIND = 4; // messages waiting: then things happen at once, without movement

/** @typedef {import("../protocol.js").Events} Events */
/** @typedef {import("./state.js").Frame} Frame */
/** @typedef {import("./state.js").GameCard} GameCard */

/** @type {Events[]} */
const queue = [];
let busy = false;
/** The next player of this device, where the one before must not see. */
const next = signal(/** @type {number | null} */ (null));

async function drain() {
  if (busy) return;
  busy = true;
  for (let message = queue.shift(); message; message = queue.shift())
    await happen(message, queue.length > BEHIND * Math.max(1, mine.value.length));
  busy = false;
}

/** What the game is like; without that nothing is shown. @param {string} id */
async function know(id) {
  try {
    game.value = /** @type {GameCard} */ (await read(`/api/games/${encodeURIComponent(id)}`));
  } catch (problem) {
    if (problem instanceof ApiError && problem.status === 404) game.value = {};
    else await new Promise((again) => setTimeout(again, 1000));
  }
}

/** One message about events: the log grows, things move, and then the new frame counts. @param {Events} message @param {boolean} hurry */
async function happen({ seat, events, frame: f }, hurry) {
  while (!game.value) await know(f.game);
  const before = views.value.get(seat);
  const known = before?.log.at(-1)?.seq ?? 0;
  const fresh = events.filter((e) => e.seq > known || e.seq === 0);
  const heard = [...(before?.log ?? []), ...fresh];
  const shown = seat === eye.value && !past.value && before;
  if (shown) {
    const old = before.log;
    if (!hurry) await perform(f, fresh, (count) => keep(seat, before.frame, [...old, ...fresh.slice(0, count)]));
  }
  batch(() => {
    keep(seat, f, heard);
    meet(f.people);
    if (f.agreed.promise) promised.value ??= f.agreed.promise;
  });
  if (seat === eye.value && !past.value) {
    if (fresh.some((e) => e.n !== undefined && e.kind !== "adds")) letGo();
    put(f);
  }
  if (!before) followOn(f);
  if (shown && f.over && !before.frame.over) {
    end();
    sound("won");
    announce(ending(f));
  }
  if (!queue.length) whoLooks();
}

/** @param {number | null} seat @param {Frame} f @param {import("./state.js").Told[]} log */
const keep = (seat, f, log) => (views.value = new Map(views.value).set(seat, { frame: f, log }));

/** At a device for several: the page shows the seat that is asked. What one holds in secret is not shown to the next. */
function whoLooks() {
  const seats = mine.value;
  if (!game.value) return undefined; // nothing is shown before it is known whether there are secrets
  if (!seats.length) return look(null);
  const asked = seats.filter((s) => {
    const f = views.value.get(s)?.frame;
    return f && !f.over && (f.moves.length || f.moves_left_out || f.may.roll || f.may.answer);
  });
  const choice = asked.length ? asked : seats;
  const to = choice.find((s) => s === eye.value) ?? choice[0];
  const view = views.value.get(to);
  if (!view) return undefined;
  if (seats.length > 1 && game.value.secrets && !view.frame.over && handedTo.value !== to) {
    next.value = asked.length ? to : null;
    return undefined;
  }
  next.value = null;
  return look(to);
}

/** @param {number | null} seat */
function look(seat) {
  if ((eye.value === seat && handedTo.value === seat) || !views.value.has(seat)) return;
  letGo();
  eye.value = seat;
  handedTo.value = seat;
  put(now.value);
}

/** Who is here; the list stays the same one while nobody comes or goes, so that nothing is drawn anew for it. @param {import("./state.js").Sitter[]} those */
function meet(those) {
  if (JSON.stringify(those) !== JSON.stringify(people.value)) people.value = those;
}

/** @param {import("./session.js").News} message */
function hear(message) {
  if (message.kind === "people") meet(message.people);
  if (message.kind === "talk") hearTalk(message);
  if (message.kind === "events") {
    if (message.now !== undefined) hearTime(message.now);
    queue.push(message);
    drain();
  }
}

/** Turn, title, icon, sound and notice: nobody should miss being asked. */
function callOut() {
  const f = now.value;
  const title = game.value?.title ?? "Parlour";
  const asked = wanted.value;
  if (!f || next.value !== null) {
    document.title = next.value === null ? title : `● ${say("Pass the device to {name}.", { name: nameOf(next.value) })} – ${title}`;
    return;
  }
  document.title = f.over ? `${ending(f)} – ${title}` : asked ? `● ${say("Your turn")} – ${title}` : `${f.asks} – ${title}`;
  /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=icon]")).href = asked ? "/web/icon-turn.svg" : "/web/icon.svg";
}

let wasWanted = false;
function ring() {
  const is = wanted.value;
  if (is && !wasWanted) {
    sound("turn");
    announce(say("Your turn. {asks}", { asks: now.value?.asks ?? "" }));
    if (settings.value.notify && document.hidden && globalThis.Notification?.permission === "granted") {
      const notice = new Notification(say("Your turn"), { body: now.value?.asks ?? "", tag: "parlour-turn", icon: "/web/icon-turn.svg" });
      notice.onclick = () => globalThis.focus();
    }
  }
  wasWanted = is;
}

/** The address keeps the keys of the seats behind its #, so a jump within the page must not change it. @param {Event} event */
function skip(event) {
  event.preventDefault();
  (document.getElementById("moves") ?? document.getElementById("main"))?.focus();
}

/** @param {{session: Session}} props */
function Page({ session }) {
  const f = frame.value;
  useEffect(() => {
    const undo = [effect(callOut), effect(ring), runClocks()];
    return () => undo.forEach((stop) => stop());
  }, []);
  const line = session.line.value;
  const over = next.value !== null;
  return html`
    <a class="skip" href="#main" onClick=${skip}>${say("Skip to the moves")}</a>
    <header class="topbar">
      <a class="brand" href="/">Parlour</a>
      <h1>${game.value?.title ?? say("Table")}</h1>
      <span class="grow"></span>
      ${f?.scene && html`<button class="quiet" aria-label=${say("Larger board")} onClick=${() => staged()?.view.step(1)}><${Icon} name="closer" /></button>`}
      <${TalkButton} />
      <${LeaveButton} />
      <button class="quiet" aria-label=${say("Help")} onClick=${() => (dialog.value = "help")}>?</button>
      <button class="quiet" aria-label=${say("Settings")} onClick=${() => (dialog.value = "settings")}>⚙</button>
    </header>
    <${Notices} />
    ${line === "lost" && html`<div class="offline" role="status">${say("The line is cut. Nothing is lost: the page tries to reach the table again.")}</div>`}
    ${line === "closed" && html`<div class="offline" role="alert">${session.ended.value?.text} <a href="/">${say("To the games")}</a></div>`}
    <main id="main" tabindex="-1" class=${over ? "veiled" : ""}>
      ${!f && !over && line === "lost" && html`<${AwayTable} table=${session.table} />`}
      ${!f && !over && line === "connecting" && html`<p class="soft loading">${say("The table is being set …")}</p>`}
      ${over && html`<${HandOver} to=${next.value} />`}
      ${
        f &&
        !over &&
        html`
        <div class="left">
          <div class="board-area">
            ${f.scene && html`<${Stage} game=${f.game} variant=${f.board} />`}
            <${Result} />
          </div>
          <${Time} />
        </div>
        <div class="right">
          <${Banner} />
          <${People} />
          <div class="play">
            <${Tray} />
            <${Held} />
            <${SealedBox} />
            <${Moves} />
            <${Actions} />
            <${Latest} />
            <${Standing} />
            <${Goal} />
          </div>
          <${Panels} />
        </div>`
      }
    </main>
    <${TalkSheet} />
    <${Settings} />
    <${Help} />
    <${Share} />
    <${Leave} />
    <div class="visually-hidden" role="status" aria-live="polite">${announcement.value}</div>`;
}

/** The server plays for a seat what its owner set on this device. @param {Session} session */
function tellSettings(session) {
  for (const seat of session.seats.value) {
    const f = views.value.get(seat)?.frame;
    if (!f || f.over) continue;
    const { auto_roll, auto_forced, skip_dead } = settings.value;
    const wish = { auto_roll, auto_forced, skip_dead };
    const differ = Object.entries(wish).filter(([name, on]) => Boolean(f.settings?.[name]) !== on);
    if (differ.length) session.send({ do: "settings", seat, settings: Object.fromEntries(differ) });
  }
}

async function start() {
  await wordsReady();
  const table = decodeURIComponent(location.pathname.split("/").at(-1) ?? "");
  const given = (new URLSearchParams(location.hash.slice(1)).get("t") ?? "").split(",").filter(Boolean);
  const tokens = current(given);
  const session = new Session({ table, tokens, given, hear });
  useSession(session);
  useKeys(session);
  useTable(table, tokens);
  useTalk(table);
  effect(() => {
    mine.value = session.seats.value;
    kept.value = session.kept.value;
    useTable(table, tokens, session.seats.value);
  });
  effect(() => {
    const [seat] = session.handed.value;
    if (seat !== undefined && tokens.length === 1) changeKey(session, seat).then(() => rememberVisit(table, tokens));
  });
  let told = false;
  effect(() => {
    const f = now.value;
    if (f && f.you !== null && !told) {
      told = true;
      tellSettings(session);
    }
  });
  effect(() => {
    if (handedTo.value !== null && next.value === handedTo.value) queueMicrotask(whoLooks);
    if (game.value) queueMicrotask(whoLooks);
  });
  effect(() => rememberVisit(table, tokens));
  let cut = false;
  effect(() => {
    if (session.line.value === "open" && cut) greet(); // the server that came back may be a newer one
    cut = session.line.value === "lost";
  });
  addEventListener("hashchange", () => location.hash.includes("t=") && location.reload());
  addEventListener("pointerdown", wakeSound, { once: true });
  listen();
  keepFocus();
  session.open();
  render(html`<${Page} session=${session} />`, document.getElementById("page"));
  fetchLater();
}

start();
