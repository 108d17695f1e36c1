// How drawn things look in a state: the classes that the drawing has for it.

/** @import { State } from "./timeline.js" */

const LIGHTS = new Set(["lit", "dim"]);
const MOVING = new Set(["operating", "releasing", "moving"]);

/**
 * @param {State} state
 * @param {number} part
 * @param {string | undefined} rest the part's word at rest
 * @param {number} winding which of several is drawn; less than 0: none in particular
 * @returns {string}
 */
export function partLook(state, part, rest, winding) {
  const word = state.words[part];
  const carries = state.windings[part]?.[winding] ?? Boolean(state.ma[part]);
  return `${partClass(word, rest)}${carries ? " current" : ""}`;
}

/**
 * @param {string} word
 * @param {string | undefined} rest
 * @returns {string}
 */
function partClass(word, rest) {
  if (word === rest || word === "-") return "";
  if (LIGHTS.has(word)) return word;
  return MOVING.has(word) ? "moving" : "operated";
}

/**
 * @param {State} state
 * @param {number} contact
 * @param {string} side which is drawn; empty: the whole contact
 * @returns {string}
 */
export function contactLook(state, contact, side) {
  const [closed, carrying] = [state.closed[contact], state.carrying[contact]];
  /** @param {string[]} sides */
  const has = (sides) => (side ? sides.includes(side) : sides.length > 0);
  if (!has(closed)) return "open";
  return has(carrying) ? "closed current" : "closed";
}
