/** What the visitor should know about server and browser, told at the top of a page without getting in the way. */

import { away, renewed } from "./server.js";
import { unkept } from "./storage.js";
import { html } from "./ui.js";
import { say } from "./words.js";

/** There is no server to play with, only what the browser keeps. */
export const Away = () =>
  away.value &&
  html`<div class="notice" role="status">
    ${say("The server cannot be reached. Games, boards and rules can be read all the same; playing needs the server.")}
    <button class="small" type="button" onClick=${() => location.reload()}>${say("Try again")}</button>
  </div>`;

/** What can be told of any page, the table too. */
export const Notices = () => html`
  ${
    renewed.value &&
    html`<div class="notice" role="status">
    ${say("Parlour was renewed while this page was open. Nothing is lost by loading it again.")}
    <button class="small" type="button" onClick=${() => location.reload()}>${say("Load again")}</button>
  </div>`
  }
  ${unkept.value && html`<div class="notice" role="status">${say("This browser keeps nothing for Parlour: its storage is full or switched off. What you choose holds until the page is closed; keep the links of your tables yourself.")}</div>`}`;
