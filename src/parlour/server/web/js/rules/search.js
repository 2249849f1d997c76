/** Finding clauses by words. */

/** @param {string} text */
const folded = (text) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");

/** Everything of a clause that can be searched. @param {import("../protocol.js").Clause} clause */
function told(clause) {
  const options = clause.options.flatMap((o) => [o.words, ...o.choices]);
  return folded([clause.id, clause.text, clause.ruling, ...options].join(" "));
}

/**
 * The sections with those of their clauses that have all the words in them.
 * @param {import("../protocol.js").Section[]} sections @param {string} words
 * @returns {import("../protocol.js").Section[]}
 */
export function matching(sections, words) {
  const wanted = folded(words).split(/\s+/).filter(Boolean);
  if (!wanted.length) return sections;
  return sections
    .map((s) => ({ ...s, clauses: s.clauses.filter((c) => wanted.every((w) => told(c).includes(w))) }))
    .filter((s) => s.clauses.length);
}
