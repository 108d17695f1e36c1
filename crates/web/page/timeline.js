// What has happened, and how everything stood at each moment of it.
//
// The server sends deeds, each a row of frames; a frame says what has changed since the one before. Here
// they lie in one row, numbered through. The state at the cursor is kept; a step on applies one frame to
// it, and a jump starts from the nearest of the copies that are kept every so often, so that going back
// costs no more than going on.

/**
 * @typedef {object} Part
 * @property {string} name
 * @property {string | null} [label]
 * @property {string} kind
 * @property {string | null} [note]
 * @property {number[]} contacts
 * @property {number | null} [places]
 * @property {string} [rest] its word where drawings show nothing of it
 *
 * @typedef {object} Contact
 * @property {string} name
 * @property {number} part
 * @property {string} form
 * @property {string[]} sides
 *
 * @typedef {object} Roles
 * @property {number[]} lamps
 * @property {number[]} toggles
 * @property {number} move
 * @property {number} punish
 * @property {number} reset
 * @property {number | null} [reward]
 * @property {number | null} [won]
 * @property {number | null} [lost]
 * @property {number[]} memory
 *
 * @typedef {object} Game
 * @property {number} stones
 * @property {"person" | "automaton" | "over" | null} turn
 * @property {"person" | "automaton" | null} [over]
 * @property {number} [taken]
 * @property {number} [take]
 * @property {number[]} memory
 * @property {number} games
 * @property {number} losses
 * @property {number} [at_most]
 * @property {Record<string, number[]>} [memory_of]
 * @property {string} said
 *
 * @typedef {object} Frame
 * @property {number} t_us
 * @property {string[]} [lines]
 * @property {Record<string, [string, number | null]>} [parts]
 * @property {Record<string, boolean[]>} [windings]
 * @property {Record<string, string[]>} [contacts]
 * @property {Record<string, string[]>} [carrying]
 * @property {Record<string, string>} [nets]
 * @property {Record<string, boolean>} [current]
 * @property {Game | null} [game]
 *
 * @typedef {object} Deed
 * @property {string} title
 * @property {number} start_us
 * @property {number} end_us
 * @property {string} ending
 * @property {Frame[]} frames
 * @property {boolean} [cut]
 *
 * @typedef {object} Machine
 * @property {string | null} id
 * @property {string} name
 * @property {string} title
 * @property {string | null} [description]
 * @property {string[]} nets
 * @property {Part[]} parts
 * @property {Contact[]} contacts
 * @property {{ part: number, caption: string | null }[][]} panel
 * @property {Roles | null} roles
 * @property {string} drawing
 * @property {Deed[]} timeline
 * @property {string[]} [refused]
 * @property {number} [version]
 * @property {{ script: string | null, trace: string | null }} [exported]
 *
 * @typedef {object} State
 * @property {string[]} words
 * @property {(number | null)[]} ma
 * @property {(boolean[] | null)[]} windings of parts with several: through which current flows
 * @property {string[][]} closed
 * @property {string[][]} carrying
 * @property {string[]} potentials
 * @property {boolean[]} current
 * @property {Game | null} game
 *
 * @typedef {object} Changes
 * @property {Set<number>} parts
 * @property {Set<number>} contacts
 * @property {Set<number>} nets
 * @property {boolean} game
 *
 * What a part did, as three rows of equal length.
 * @typedef {object} History
 * @property {number[]} at
 * @property {string[]} words
 * @property {(number | null)[]} ma
 */

/** So many frames lie between two copies of the whole state. */
const COPY_EVERY = 64;

/** @type {string[]} */
const NO_SIDES = [];

/** @returns {Changes} */
export function noChanges() {
  return { parts: new Set(), contacts: new Set(), nets: new Set(), game: false };
}

export class Timeline {
  /** @param {Machine} machine */
  constructor(machine) {
    this.machine = machine;
    /** @type {Deed[]} */
    this.deeds = [];
    /** The number of each deed's first frame. @type {number[]} */
    this.firsts = [];
    /** @type {Frame[]} */
    this.frames = [];
    /** To which deed each frame belongs. @type {number[]} */
    this.deedOf = [];
    /** When each frame begins, in microseconds since power-up. @type {number[]} */
    this.times = [];
    /** @type {State[]} */
    this.copies = [];
    /** @type {History[]} */
    this.histories = machine.parts.map(() => ({ at: [], words: [], ma: [] }));
    this.here = 0;
    this.state = this.blank();
    /** As everything stands at the end; what is appended goes on from there. */
    this.tail = this.blank();
    this.append(machine.timeline);
  }

  /** @returns {State} */
  blank() {
    const { parts, contacts, nets } = this.machine;
    return {
      words: parts.map(() => "-"),
      ma: parts.map(() => null),
      windings: parts.map(() => null),
      closed: contacts.map(() => NO_SIDES),
      carrying: contacts.map(() => NO_SIDES),
      potentials: nets.map(() => "floating"),
      current: nets.map(() => false),
      game: null,
    };
  }

  get last() {
    return this.frames.length - 1;
  }

  /**
   * When the whole ends, in microseconds since power-up.
   * @returns {number}
   */
  get end() {
    const deed = this.deeds[this.deeds.length - 1];
    return deed ? deed.start_us + deed.end_us : 0;
  }

  /**
   * The number of a deed's last frame.
   * @param {number} deed
   * @returns {number}
   */
  lastOf(deed) {
    return (this.firsts[deed + 1] ?? this.frames.length) - 1;
  }

  /**
   * Until when a frame is what is the case.
   * @param {number} index
   * @returns {number}
   */
  until(index) {
    const deed = this.deeds[this.deedOf[index]];
    const end = deed.start_us + deed.end_us;
    return index === this.lastOf(this.deedOf[index]) ? Math.max(end, this.times[index]) : this.times[index + 1];
  }

  /**
   * A frame as the server numbers it.
   * @param {number} index
   * @returns {[number, number]}
   */
  placeOf(index) {
    const deed = this.deedOf[index];
    return [deed, index - this.firsts[deed]];
  }

  /**
   * The last frame that has begun by then.
   * @param {number} time
   * @returns {number}
   */
  at(time) {
    let low = 0;
    let high = this.last;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.times[middle] <= time) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** @param {Deed[]} deeds */
  append(deeds) {
    for (const deed of deeds) {
      const number = this.deeds.length;
      this.deeds.push(deed);
      this.firsts.push(this.frames.length);
      for (const frame of deed.frames) {
        const index = this.frames.length;
        this.frames.push(frame);
        this.deedOf.push(number);
        this.times.push(deed.start_us + frame.t_us);
        applyFrame(frame, this.tail, null);
        this.remember(index, frame);
        if (index % COPY_EVERY === 0) this.copies.push(copyOf(this.tail));
        if (index === 0) this.state = copyOf(this.tail);
      }
    }
  }

  /**
   * @param {number} index
   * @param {Frame} frame
   */
  remember(index, frame) {
    for (const key in frame.parts) {
      const history = this.histories[Number(key)];
      if (!history) continue;
      const [word, ma] = frame.parts[key];
      history.at.push(index);
      history.words.push(word);
      history.ma.push(ma);
    }
  }

  /**
   * Drops what comes after a place, and puts something else there.
   * @param {[number, number] | null} keep the last frame that stays; none: nothing does
   * @param {Deed[]} deeds
   * @returns {Changes} what is different at the cursor, which stays where it is as far as it can
   */
  replaceAfter(keep, deeds) {
    // What is appended to nothing is where the cursor is: what stood there before is kept.
    const before = this.state;
    if (!keep) this.truncate(0, 0);
    else if (keep[0] < this.deeds.length) this.truncate(this.firsts[keep[0]] + keep[1] + 1, keep[0] + 1);
    const wanted = this.here;
    this.append(deeds);
    const target = Math.min(wanted, this.last);
    this.state = this.stateAt(target);
    this.here = target;
    return difference(before, this.state);
  }

  /**
   * @param {number} count so many frames stay
   * @param {number} deeds so many deeds stay
   */
  truncate(count, deeds) {
    if (deeds < this.deeds.length) this.deeds.length = this.firsts.length = deeds;
    if (count >= this.frames.length) return;
    const last = this.deeds[deeds - 1];
    if (last) this.deeds[deeds - 1] = { ...last, frames: this.frames.slice(this.firsts[deeds - 1], count) };
    this.frames.length = this.deedOf.length = this.times.length = count;
    this.copies.length = Math.min(this.copies.length, Math.ceil(count / COPY_EVERY));
    for (const { at, words, ma } of this.histories) {
      const stays = countBelow(at, count);
      at.length = words.length = ma.length = stays;
    }
    this.tail = count > 0 ? this.stateAt(count - 1) : this.blank();
  }

  /**
   * How everything stood at a frame, as a value of its own.
   * @param {number} index
   * @returns {State}
   */
  stateAt(index) {
    const copy = Math.min(Math.floor(index / COPY_EVERY), this.copies.length - 1);
    if (copy < 0) return this.blank();
    const state = copyOf(this.copies[copy]);
    for (let frame = copy * COPY_EVERY + 1; frame <= index; frame += 1) applyFrame(this.frames[frame], state, null);
    return state;
  }

  /**
   * @param {number} index
   * @returns {Changes}
   */
  moveTo(index) {
    const target = Math.max(0, Math.min(index, this.last));
    if (target >= this.here && target - this.here <= COPY_EVERY) {
      const changes = noChanges();
      for (let frame = this.here + 1; frame <= target; frame += 1) applyFrame(this.frames[frame], this.state, changes);
      this.here = target;
      return changes;
    }
    const before = this.state;
    this.state = this.stateAt(target);
    this.here = target;
    return difference(before, this.state);
  }

  /**
   * The first frame after one at which something holds that did not hold just before.
   * @param {number} from
   * @param {number} to not after this one
   * @param {(state: State, index: number) => boolean} holds
   * @returns {number | null}
   */
  findNext(from, to, holds) {
    const state = this.stateAt(from);
    let before = holds(state, from);
    for (let index = from + 1; index <= to; index += 1) {
      applyFrame(this.frames[index], state, null);
      const now = holds(state, index);
      if (now && !before) return index;
      before = now;
    }
    return null;
  }

  /**
   * The last frame before one at which something came to hold.
   * @param {number} from
   * @param {(state: State, index: number) => boolean} holds
   * @returns {number | null}
   */
  findBefore(from, holds) {
    const state = this.stateAt(0);
    let before = holds(state, 0);
    let found = before && from > 0 ? 0 : null;
    for (let index = 1; index < from; index += 1) {
      applyFrame(this.frames[index], state, null);
      const now = holds(state, index);
      if (now && !before) found = index;
      before = now;
    }
    return found;
  }

  /**
   * At which place a part with places stands at the cursor; on its way, the place that it left.
   * @param {number} part
   * @returns {number}
   */
  lastPlace(part) {
    const { at, words } = this.histories[part];
    for (let row = countBelow(at, this.here + 1) - 1; row >= 0; row -= 1) {
      const place = /^at (\d+)/.exec(words[row]);
      if (place) return Number(place[1]);
    }
    return 0;
  }

  /**
   * What was done, without the power-up.
   * @returns {string[]}
   */
  titles() {
    return this.deeds.slice(1).map(({ title }) => title);
  }

  /**
   * The script that does all this again.
   * @returns {string}
   */
  script() {
    return `${this.titles().join("\n")}\n`;
  }

  /**
   * All lines of events under their deeds, as a trace has them.
   * @returns {string}
   */
  trace() {
    const lines = [];
    for (const deed of this.deeds) {
      lines.push(`== ${deed.title}`);
      for (const frame of deed.frames) for (const line of frame.lines ?? []) lines.push(`${traceTime(frame.t_us)}  ${line}`);
      lines.push("");
    }
    return `${lines.join("\n")}\n`;
  }
}

/**
 * How far two rows begin with the same.
 * @param {string[]} one
 * @param {string[]} other
 * @returns {number}
 */
export function sameBeginning(one, other) {
  const differs = one.findIndex((title, place) => title !== other[place]);
  return differs < 0 ? one.length : differs;
}

/**
 * A time in the column in which a trace has it.
 * @param {number} us
 * @returns {string}
 */
export function traceTime(us) {
  return `+${(us / 1000).toFixed(3)} ms`.padStart(12);
}

/**
 * How many numbers of an ascending row are below a bound.
 * @param {number[]} row
 * @param {number} bound
 * @returns {number}
 */
export function countBelow(row, bound) {
  let low = 0;
  let high = row.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (row[middle] < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * @param {State} state
 * @returns {State}
 */
function copyOf(state) {
  return {
    words: state.words.slice(),
    ma: state.ma.slice(),
    windings: state.windings.slice(),
    closed: state.closed.slice(),
    carrying: state.carrying.slice(),
    potentials: state.potentials.slice(),
    current: state.current.slice(),
    game: state.game,
  };
}

/**
 * @param {Frame} frame
 * @param {State} state
 * @param {Changes | null} changes
 */
function applyFrame(frame, state, changes) {
  for (const key in frame.parts) {
    const part = Number(key);
    [state.words[part], state.ma[part]] = frame.parts[key];
    changes?.parts.add(part);
  }
  for (const key in frame.windings) {
    state.windings[Number(key)] = frame.windings[key];
    changes?.parts.add(Number(key));
  }
  for (const key in frame.contacts) {
    state.closed[Number(key)] = frame.contacts[key];
    changes?.contacts.add(Number(key));
  }
  for (const key in frame.carrying) {
    state.carrying[Number(key)] = frame.carrying[key];
    changes?.contacts.add(Number(key));
  }
  for (const key in frame.nets) {
    state.potentials[Number(key)] = frame.nets[key];
    changes?.nets.add(Number(key));
  }
  for (const key in frame.current) {
    state.current[Number(key)] = frame.current[key];
    changes?.nets.add(Number(key));
  }
  if (frame.game !== undefined) {
    state.game = frame.game;
    if (changes) changes.game = true;
  }
}

/**
 * @param {State} before
 * @param {State} after
 * @returns {Changes}
 */
export function difference(before, after) {
  const changes = noChanges();
  after.words.forEach((word, part) => {
    if (word !== before.words[part] || after.ma[part] !== before.ma[part] || after.windings[part] !== before.windings[part]) changes.parts.add(part);
  });
  after.closed.forEach((sides, contact) => {
    if (sides !== before.closed[contact] || after.carrying[contact] !== before.carrying[contact]) changes.contacts.add(contact);
  });
  after.potentials.forEach((word, net) => {
    if (word !== before.potentials[net] || after.current[net] !== before.current[net]) changes.nets.add(net);
  });
  changes.game = before.game !== after.game;
  return changes;
}
