/** What the lesson says: what there is to know, what to do, what came of it, and where to go next. */

import { ClauseLink } from "../lib/page.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { clause as asked } from "../table/panels.js";
import { again, arrivals, clauseText, feedback, learned } from "./lesson.js";

/** @param {{page: import("./lesson.js").Page, game: string, title: string}} props */
export function Coach({ page, game, title }) {
  const { number, of, title: name, text, clauses, ask, step, steps } = page;
  const finished = !ask;
  const last = number === of;
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  const onward = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    // At once when the new title is there: a moment later, and whoever presses quickly would be called back.
    if (!arrivals.value) return;
    scrollTo(0, 0);
    heading.current?.focus();
  }, [arrivals.value]);
  useEffect(() => {
    // The move that was pressed is gone with the list: whoever uses the keyboard goes on here.
    if (finished && document.activeElement === document.body) onward.current?.querySelector("a")?.focus({ preventScroll: true });
  }, [finished]);
  return html`
    <section class="panel coach" aria-labelledby="lesson">
      <p class="soft">${say("{game}: lesson {number} of {of}", { game: title, number, of })}</p>
      <h1 id="lesson" tabindex="-1" ref=${heading}>${name}</h1>
      <p>${text}</p>
      <${Feedback} game=${game} />
      <${Rule} game=${game} />
      ${
        ask &&
        html`
        <div class="ask">
          <p>${ask}</p>
          ${steps > 1 && html`<p class="soft">${say("Step {step} of {steps}", { step: step + 1, steps })}</p>`}
        </div>`
      }
      <div class="line next" ref=${onward}>
        ${finished && !last && html`<a class="button main" href=${`#${number + 1}`}>${say("Next lesson")}</a>`}
        ${finished && last && html`<a class="button main" href=${`/#/set-up/${game}`}>${say("Play a game")}</a>`}
        ${(finished || step > 0) && html`<button type="button" class="small" onClick=${again}>${say("Once more")}</button>`}
        ${!finished && !last && html`<a class="button small quiet" href=${`#${number + 1}`}>${say("Skip")}</a>`}
      </div>
      <p class="soft rules-of">${say("The rules:")} ${clauses.map((id) => html`<${ClauseLink} key=${id} game=${game} id=${id} /> `)}</p>
    </section>`;
}

/** @param {{game: string}} props */
function Feedback({ game }) {
  const told = feedback.value;
  /** @type {Record<string, string>} */
  const kinds = { right: "good", wrong: "bad", refused: "bad" };
  /** @type {Record<string, string>} */
  const titles = { right: say("Right."), wrong: say("Not quite."), refused: say("The rules say no.") };
  return html`
    <div role="status" class="feedback">
      ${told && html`<p class=${kinds[told.verdict]}><strong>${titles[told.verdict]}</strong> ${told.said} ${told.clause && html`<${ClauseLink} game=${game} id=${told.clause} />`}</p>`}
    </div>`;
}

/** The clause that refused something, in full, when somebody wants to read it. @param {{game: string}} props */
function Rule({ game }) {
  const [found, show] = useState(/** @type {import("../protocol.js").Clause | null} */ (null));
  const id = asked.value;
  useEffect(() => {
    show(null);
    if (id) clauseText(game, id).then(show, () => {});
  }, [id]);
  if (!found) return null;
  return html`<p class="note"><${ClauseLink} game=${game} id=${found.id} /> ${found.text} ${found.ruling}</p>`;
}

/** All lessons, with those that are done. @param {{game: string, here: number, lessons: import("../protocol.js").LessonTitle[]}} props */
export function Contents({ game, here, lessons }) {
  return html`
    <nav class="panel" aria-label=${say("Lessons")}>
      ${lessons.some((l) => l.gist) && html`<p class="minute"><a href="#film" aria-current=${here === 0 ? "step" : undefined}>▶ ${say("How to play, in a minute")}</a></p>`}
      <ol class="lessons">
        ${lessons.map((l) => {
          const done = learned.value.has(`${game}/${l.number}`);
          return html`
            <li key=${l.number}>
              <a href=${`#${l.number}`} aria-current=${l.number === here ? "step" : undefined}>
                <span class="tick" aria-hidden="true">${done ? "✓" : l.number}</span> ${l.title}${done && html`<span class="visually-hidden"> ${say("(done)")}</span>`}
              </a>
            </li>`;
        })}
      </ol>
    </nav>`;
}
