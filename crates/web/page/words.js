// How times and currents are said, the same way as in the program's texts.

/**
 * A time in milliseconds, as a trace writes it.
 * @param {number} us
 * @returns {string}
 */
export function milliseconds(us) {
  return `${(us / 1000).toFixed(3)} ms`;
}

/**
 * A time as a person says it: the unit that leaves the fewest digits.
 * @param {number} us
 * @returns {string}
 */
export function spokenTime(us) {
  if (us >= 1_000_000) return `${trimmed(us / 1_000_000)} s`;
  if (us >= 1000 || us === 0) return `${trimmed(us / 1000)} ms`;
  return `${us} µs`;
}

/**
 * @param {number} value
 * @returns {string}
 */
function trimmed(value) {
  return String(Number(value.toFixed(3)));
}

/**
 * A current in milliamperes; what is not there is an empty text.
 * @param {number | null | undefined} ma
 * @returns {string}
 */
export function milliamperes(ma) {
  return ma === null || ma === undefined ? "" : `${trimmed(ma)} mA`;
}

/**
 * `one`, `one and two`, `one, two and three`.
 * @param {string[]} words
 * @returns {string}
 */
export function listed(words) {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
}

/**
 * @param {number} count
 * @param {string} one
 * @param {string} [many]
 * @returns {string}
 */
export function counted(count, one, many = `${one}s`) {
  return `${count} ${count === 1 ? one : many}`;
}
