/** Clocks in words: how long something lasts, and what a table with clocks agreed on. */

import { say } from "./words.js";

/** @param {number} seconds */
export const lasting = (seconds) =>
  seconds >= 120 && seconds % 60 === 0 ? say("{minutes} minutes", { minutes: seconds / 60 }) : say("{seconds:second|seconds}", { seconds });

/** The rules of a table's clocks. @param {{kind: string, seconds: number, increment?: number} | null | undefined} clock @returns {string[]} */
export function clockRules(clock) {
  if (!clock) return [];
  const time = lasting(clock.seconds);
  const increment = lasting(clock.increment ?? 0);
  const first =
    clock.kind === "move"
      ? say("Everybody has {time} for each roll and each move. After that a bot decides this once, and for longer if nobody is there.", {
          time,
        })
      : clock.increment
        ? say("Everybody has {time} for the whole game, and {increment} more after each turn. After that a bot plays on in that chair.", {
            time,
            increment,
          })
        : say("Everybody has {time} for the whole game. After that a bot plays on in that chair.", { time });
  return [
    first,
    say("The clocks start when everybody has sat down. Bots have none, and dice that are typed in cost no time."),
    say("A line that is cut does not stop the clock. While the server is down or everybody has left, no time passes."),
    say("Taking something back brings no time back."),
  ];
}
