// Finding parts, contacts and nets by what people call them.

/** @import { Machine } from "./timeline.js" */

/**
 * @typedef {{ part: number } | { contact: number } | { net: number }} Thing
 */

/** Apostrophes and primes of all kinds are one letter here, and so are capitals and small letters. */
const PRIMES = /[’′ʹ‘`´]/g;

/**
 * @param {string} name
 * @returns {string}
 */
export function folded(name) {
  return name.normalize("NFC").replace(PRIMES, "'").toLowerCase();
}

export class Names {
  /** @param {Machine} machine */
  constructor(machine) {
    this.machine = machine;
    /** @type {Map<string, Thing>} */
    this.exact = new Map();
    /** @type {Map<string, Thing>} */
    this.loose = new Map();
    machine.parts.forEach((part, index) => this.add(part.name, { part: index }));
    machine.contacts.forEach((contact, index) => this.add(contact.name, { contact: index }));
    machine.parts.forEach((part, index) => part.label && this.add(part.label, { part: index }));
    machine.nets.forEach((net, index) => this.add(net, { net: index }));
  }

  /**
   * @param {string} name
   * @param {Thing} thing
   */
  add(name, thing) {
    if (!this.exact.has(name)) this.exact.set(name, thing);
    const loose = folded(name);
    if (!this.loose.has(loose)) this.loose.set(loose, thing);
  }

  /**
   * @param {string} name
   * @returns {Thing | null}
   */
  find(name) {
    return this.exact.get(name) ?? this.loose.get(folded(name)) ?? null;
  }

  /**
   * The parts of `P1..P14`, or the one thing of a plain name.
   * @param {string} name
   * @returns {Thing[] | null}
   */
  findAll(name) {
    const one = this.find(name);
    if (one) return [one];
    const ends = /^(.*?)(\d+)(.*)\.\.(.*?)(\d+)(.*)$/.exec(name);
    if (!ends || ends[1] !== ends[4] || ends[3] !== ends[6]) return null;
    const [first, last] = [Number(ends[2]), Number(ends[5])];
    if (last < first || last - first > 10_000) return null;
    const things = [];
    for (let number = first; number <= last; number += 1) {
      const thing = this.find(`${ends[1]}${number}${ends[3]}`);
      if (!thing) return null;
      things.push(thing);
    }
    return things;
  }

  /**
   * The names that are most like one that is nobody's.
   * @param {string} name
   * @returns {string[]}
   */
  nearest(name) {
    const wanted = folded(name);
    const allowed = Math.max(1, Math.floor(wanted.length / 3));
    return [...this.exact.keys()]
      .map((known) => ({ known, far: editDistance(wanted, folded(known), allowed) }))
      .filter(({ far }) => far <= allowed)
      .sort((one, other) => one.far - other.far)
      .slice(0, 3)
      .map(({ known }) => known);
  }

  /**
   * What a thing is called.
   * @param {Thing} thing
   * @returns {string}
   */
  nameOf(thing) {
    if ("part" in thing) return this.machine.parts[thing.part].name;
    if ("contact" in thing) return this.machine.contacts[thing.contact].name;
    return this.machine.nets[thing.net];
  }
}

/**
 * How many letters must change to make one word of the other; what is farther than allowed is not
 * counted to the end.
 * @param {string} one
 * @param {string} other
 * @param {number} allowed
 * @returns {number}
 */
function editDistance(one, other, allowed) {
  if (Math.abs(one.length - other.length) > allowed) return allowed + 1;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const changed = row[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(changed, row[j] + 1, next[j - 1] + 1));
    }
    row = next;
  }
  return row[other.length];
}
