/** Who may talk at a table, in words. */

import { say } from "./words.js";

/** @returns {Record<string, string>} */
export const talkChoices = () => ({
  free: say("in their own words"),
  phrases: say("with reactions and phrases only"),
  off: say("not at all"),
});

/** What a table agreed on about it. @param {string | undefined} talk @param {boolean | undefined} watchers @returns {string[]} */
export function talkRules(talk, watchers) {
  if (!talk || talk === "off") return talk ? [say("Nobody talks at this table.")] : [];
  return [
    talk === "phrases"
      ? say("People talk with reactions and phrases.")
      : say("People talk with reactions, phrases and words of their own."),
    watchers ? say("Spectators hear it, and may react.") : say("Spectators do not hear it."),
  ];
}
