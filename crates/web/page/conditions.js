// Break-points: what must be the case for the play to stop, in the words in which parts are told of.

/** @import { Names, Thing } from "./names.js" */
/** @import { State, Timeline } from "./timeline.js" */

/**
 * @typedef {object} Condition
 * @property {string} text
 * @property {(state: State, index: number) => boolean} holds
 */

const PART_WORDS = new Set([
  "operated", "released", "operating", "releasing", "left", "centre", "right",
  "lit", "dim", "off", "on", "pressed", "free", "blown", "whole",
]);
const CONTACT_WORDS = new Set(["open", "closed"]);
const NET_WORDS = new Set(["plus", "minus", "between", "floating"]);
const EVERY_WORD = [...PART_WORDS, ...CONTACT_WORDS, ...NET_WORDS, "at", "settled", "oscillating", "short"];

/** How a deed ends at whose end nothing moves. */
const SETTLED = /^(settled|time is up, nothing moves)/;

/** What a condition has that makes no sense; the message says what was meant. */
export class NotUnderstood extends Error {}

/**
 * Reads `P8' operated, L9 lit`: all of it must hold.
 * @param {string} text
 * @param {Names} names
 * @param {Timeline} timeline
 * @returns {Condition}
 */
export function readCondition(text, names, timeline) {
  /** @type {Condition["holds"][]} */
  const claims = [];
  /** @type {string[]} */
  let pending = [];
  for (const piece of text.split(",").map((each) => each.trim())) {
    if (piece === "") throw new NotUnderstood("Between commas there must be something, as in: P8' operated, L9 lit");
    const words = piece.split(/\s+/);
    const whole = words.length === 1 ? aboutEverything(piece, timeline) : null;
    if (whole) {
      claims.push(whole);
    } else if (words.length === 1) {
      pending.push(piece);
    } else {
      const count = words.at(-2) === "at" ? 2 : 1;
      const word = words.slice(-count).join(" ");
      pending.push(words.slice(0, -count).join(" "));
      for (const name of pending) claims.push(claim(name, word, names));
      pending = [];
    }
  }
  if (pending.length > 0) throw new NotUnderstood(`What shall be the case with ${pending[0]}? For example: ${pending[0]} operated`);
  return { text: text.trim(), holds: (state, index) => claims.every((holds) => holds(state, index)) };
}

/**
 * @param {string} word
 * @param {Timeline} timeline
 * @returns {Condition["holds"] | null}
 */
function aboutEverything(word, timeline) {
  /** @param {number} index */
  const ends = (index) => index === timeline.lastOf(timeline.deedOf[index]);
  /** @param {number} index */
  const ending = (index) => timeline.deeds[timeline.deedOf[index]].ending;
  if (word === "settled") return (_, index) => ends(index) && SETTLED.test(ending(index));
  if (word === "oscillating") return (_, index) => ends(index) && ending(index).startsWith("oscillat");
  if (word === "short") {
    const { parts } = timeline.machine;
    const sources = parts.flatMap(({ kind }, part) => (kind === "source" ? [part] : []));
    // What a source gives that is short-circuited has no number.
    return (state) => sources.some((part) => state.words[part] === "on" && state.ma[part] === null);
  }
  return null;
}

/**
 * @param {string} name
 * @param {string} word
 * @param {Names} names
 * @returns {Condition["holds"]}
 */
function claim(name, word, names) {
  const things = names.findAll(name);
  if (!things) {
    const near = names.nearest(name);
    throw new NotUnderstood(`There is no “${name}” in this circuit.${near.length > 0 ? ` Did you mean ${near.join(" or ")}?` : ""}`);
  }
  const claims = things.map((thing) => claimOf(thing, word, names));
  return (state, index) => claims.every((holds) => holds(state, index));
}

/**
 * @param {Thing} thing
 * @param {string} word
 * @param {Names} names
 * @returns {Condition["holds"]}
 */
function claimOf(thing, word, names) {
  if ("part" in thing && (PART_WORDS.has(word) || /^at \d+$/.test(word))) return (state) => state.words[thing.part] === word;
  if ("net" in thing && NET_WORDS.has(word)) return (state) => state.potentials[thing.net] === word;
  if ("contact" in thing && CONTACT_WORDS.has(word)) {
    const changeover = names.machine.contacts[thing.contact].form === "changeover";
    /** @param {string[]} closed */
    const conducts = (closed) => (changeover ? closed.includes("make") : closed.length > 0);
    return (state) => conducts(state.closed[thing.contact]) === (word === "closed");
  }
  const known = EVERY_WORD.some((each) => each === word.split(" ")[0]);
  throw new NotUnderstood(
    known
      ? `“${word}” is not said of ${names.nameOf(thing)}.`
      : `“${word}” is no word for how something stands. Words are: operated, released, lit, dim, off, on, pressed, free, at 3, open, closed, settled.`,
  );
}
