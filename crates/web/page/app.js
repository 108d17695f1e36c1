// One machine on the page: its timeline, its cursor, all that shows them, and the hand that acts.

/** @import { Reason } from "./about.js" */
/** @import { Condition } from "./conditions.js" */
/** @import { Thing } from "./names.js" */
/** @import { Changes, Deed, Machine } from "./timeline.js" */
import { About } from "./about.js";
import { NotUnderstood, readCondition } from "./conditions.js";
import { Diagram } from "./diagram.js";
import { GameCard } from "./game.js";
import { Ladder } from "./ladder.js";
import { Layout } from "./layout.js";
import { Names } from "./names.js";
import { Panel } from "./panel.js";
import { Player } from "./player.js";
import { Relays } from "./relays.js";
import { Timeline } from "./timeline.js";
import { Trace } from "./trace.js";
import { listed, spokenTime } from "./words.js";

/**
 * @typedef {{ error: string, near?: string[] }} Refusal
 *
 * @typedef {object} Acted
 * @property {[number, number] | null} keep
 * @property {Deed[]} deeds
 * @property {string[]} [lines]
 *
 * Who does what the page asks for; the page of a recorded run has nobody.
 * @typedef {object} Hand
 * @property {(at: [number, number], after: number, line: string) => Promise<Acted | Refusal>} act
 * @property {(at: [number, number], after: number, thing: Thing) => Promise<Reason | Refusal>} why
 * @property {{ name: string, href: string, title: string }[]} files
 */

/** A click on a button lasts at least so long, in the machine's microseconds: a finger is no faster. */
const SHORTEST_TOUCH = 100_000;

/** So many changes are told by name; a list of fifty is read by nobody. */
const MOST_TOLD = 8;

export class App {
  /**
   * @param {Machine} machine
   * @param {Hand | null} hand
   * @param {HTMLElement | null} [picker] what chooses another circuit
   */
  constructor(machine, hand, picker = null) {
    this.machine = machine;
    this.hand = hand;
    this.picker = picker;
    this.ending = new AbortController();
    this.ended = this.ending.signal;
    this.names = new Names(machine);
    this.timeline = new Timeline(machine);
    this.player = new Player(this.timeline, (changes) => this.moved(changes), (condition) => this.stopped(condition));
    this.begin();
    /** Whatever acts waits for what acted before. @type {Promise<unknown>} */
    this.queue = Promise.resolve();
    /** Buttons to be let go, and the machine's time before which they are not. @type {Map<number, number>} */
    this.releases = new Map();
    /** How everything stood when a hand came down on a button. @type {Map<number, string[]>} */
    this.touched = new Map();
    /** What came of the last action, to be told whenever the cursor stands where it ended. */
    this.summary = { at: -1, lines: /** @type {string[]} */ ([]) };
    this.telling = false;
    this.views = {
      about: new About(this),
      panel: new Panel(this),
      game: machine.roles ? new GameCard(this, machine.roles) : null,
      ladder: new Ladder(this),
      relays: new Relays(this),
      diagram: new Diagram(this),
      trace: new Trace(this),
    };
    this.layout = new Layout(this);
    this.layout.update();
  }

  /** A live page begins at the last moment, a recorded run at its first. */
  begin() {
    const { timeline, player } = this;
    if (this.hand) timeline.moveTo(timeline.last);
    player.time = this.hand ? timeline.end : 0;
  }

  /** @param {HTMLElement} root */
  showIn(root) {
    document.title = `${this.machine.title} · Kiber`;
    root.replaceChildren(this.layout.element);
    this.views.trace.shown();
  }

  /**
   * Takes over how somebody had arranged the page for another machine.
   * @param {App} before
   */
  adopt(before) {
    this.player.speed = before.player.speed;
    this.layout.speed.value = String(before.player.speed);
    if (!before.views.ladder.follows) this.views.ladder.toggleFollow();
    this.layout.current = before.layout.current;
    this.layout.arrange();
    for (const { text } of before.player.stops) {
      try {
        this.player.stops.push(readCondition(text, this.names, this.timeline));
      } catch (error) {
        // A break-point about parts that this machine has not got is no break-point of it.
        if (!(error instanceof NotUnderstood)) throw error;
      }
    }
    this.layout.listStops();
  }

  /** No longer listens to anything. */
  end() {
    this.player.pause();
    this.ending.abort();
  }

  /** @returns {[number, number]} */
  place() {
    return this.timeline.placeOf(this.timeline.here);
  }

  /** @param {Changes} changes */
  moved(changes) {
    if (!this.layout) return;
    const { views } = this;
    views.panel.update(changes);
    views.game?.update(changes);
    views.ladder.update(changes);
    views.relays.update(changes);
    views.diagram.update(changes);
    views.trace.update();
    views.about.update();
    this.layout.update();
    if (!this.player.playing) this.tellMoment();
    this.letGo();
  }

  /** Says what happens at the cursor, unless that is what an action has just been told of. */
  tellMoment() {
    if (this.telling) return;
    const { timeline } = this;
    if (timeline.here === this.summary.at) {
      this.layout.say(this.summary.lines);
      return;
    }
    const frame = timeline.frames[timeline.here];
    const deed = timeline.deeds[timeline.deedOf[timeline.here]];
    const lines = (frame.lines ?? []).map((line) => line.trim().replace(/\s+/g, " ")).slice(0, 4);
    const more = (frame.lines ?? []).length - lines.length;
    this.layout.say([`${deed.title}, after ${spokenTime(frame.t_us)}: ${[...lines, ...(more > 0 ? [`${more} more`] : [])].join(" · ") || "nothing new"}`]);
  }

  playOrPause() {
    if (this.player.playing) {
      this.player.pause();
      this.player.goTo(this.timeline.here);
    } else {
      this.player.play();
    }
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.player.speed = speed;
    if (speed === Infinity && this.player.playing) this.player.runOn();
  }

  /** @param {Thing | null} thing */
  choose(thing) {
    this.views.about.choose(thing);
  }

  /**
   * A typed line: some words are the page's own, everything else is the script's.
   * @param {string} text
   * @returns {Promise<boolean>} whether it was done
   */
  async line(text) {
    const why = /^why\s+(?:still\s+|not\s+)?(.+)$/.exec(text);
    if (why) return this.askByName(why[1].trim());
    const stop = /^stop\s+when\s+(.+)$/.exec(text);
    if (stop) return this.stopWhen(stop[1]);
    if (text === "back") this.player.back();
    else if (text === "forward") this.player.forward();
    else if (text === "help") this.layout.keys.show();
    else if (this.hand) return this.act(text);
    else {
      this.layout.say(["This is a recorded run: it can be gone through, but nothing can be done to it."], true);
      return false;
    }
    return true;
  }

  /**
   * @param {string} name
   * @returns {boolean}
   */
  askByName(name) {
    const thing = this.names.find(name);
    if (!thing) {
      const near = this.names.nearest(name).map((known) => `did you mean \`${known}\`?`);
      this.layout.say([`There is no “${name}” in this circuit.`], true, near);
      return false;
    }
    this.choose(thing);
    return true;
  }

  /**
   * @param {string} text
   * @returns {boolean}
   */
  stopWhen(text) {
    try {
      this.player.stops = [...this.player.stops, readCondition(text, this.names, this.timeline)];
      this.layout.listStops();
      this.layout.say([`Will stop when ${text.trim()}.`]);
      return true;
    } catch (error) {
      if (!(error instanceof NotUnderstood)) throw error;
      this.layout.say([error.message], true);
      return false;
    }
  }

  /** @param {Condition} condition */
  stopped(condition) {
    this.layout.say([`Stopped: ${condition.text}.`]);
  }

  /**
   * Does a line at the cursor; what came after it is dropped.
   * @param {string} line
   * @param {{ line: string, words: string[] }} [whole] what it is the end of, and how everything stood before
   * @returns {Promise<boolean>} whether it was done
   */
  act(line, whole) {
    const done = this.queue.then(() => this.actNow(line, whole));
    this.queue = done.catch(() => undefined);
    return done;
  }

  /**
   * @param {string} line
   * @param {{ line: string, words: string[] }} [whole]
   * @returns {Promise<boolean>}
   */
  async actNow(line, whole) {
    const { hand, player, timeline } = this;
    if (!hand || this.ended.aborted) return false;
    player.pause();
    const words = timeline.state.words.slice();
    const before = timeline.deeds.length;
    const at = this.place();
    const answer = await hand.act(at, player.after, line);
    if ("error" in answer) {
      this.layout.say([answer.error], true, answer.near);
      this.layout.update();
      return false;
    }
    if (answer.deeds.length === 0) {
      this.layout.say(answer.lines?.length ? answer.lines : ["As expected."]);
      return true;
    }
    this.extend(answer);
    this.tell(whole?.line ?? line, whole?.words ?? words, answer.lines ?? [], before - 1 > at[0]);
    // A deed that is cut short may become two, a button held and then freed; what is new is always the last.
    this.showFrom(timeline.firsts.at(-1) ?? timeline.last);
    return true;
  }

  /**
   * Puts into the timeline what was done.
   * @param {Acted} answer
   */
  extend({ keep, deeds }) {
    const { timeline, views } = this;
    const stays = keep ? (timeline.firsts[keep[0]] ?? timeline.frames.length) + keep[1] + 1 : 0;
    const changes = timeline.replaceAfter(keep, deeds);
    views.trace.extend(stays);
    views.diagram.extend(stays);
    views.panel.update(changes);
    views.game?.update(changes);
    views.ladder.update(changes);
    views.relays.update(changes);
  }

  /**
   * Shows what is new from its first frame on, as fast as was chosen.
   * @param {number} begins
   */
  showFrom(begins) {
    const { player } = this;
    this.telling = true;
    const stop = player.nextStop(Math.max(0, begins - 1), player.speed === Infinity ? this.timeline.last : begins);
    if (stop) {
      player.goTo(stop.index);
      this.stopped(stop.condition);
    } else if (player.speed === Infinity) {
      player.goTo(this.timeline.last);
    } else {
      player.begin(begins);
      player.play();
    }
    this.telling = false;
  }

  /**
   * Says what came of an action.
   * @param {string} line
   * @param {string[]} before the words of all parts
   * @param {string[]} lines what the server says besides
   * @param {boolean} dropped whether something was done later before
   */
  tell(line, before, lines, dropped) {
    const { parts } = this.machine;
    const after = this.timeline.tail.words;
    const changed = after.flatMap((word, part) => (word !== before[part] ? [`${parts[part].name} ${word}`] : []));
    const told = changed.slice(0, MOST_TOLD);
    if (changed.length > told.length) told.push(`${changed.length - told.length} more`);
    const { ending } = this.timeline.deeds[this.timeline.deeds.length - 1];
    const settled = ending.startsWith("settled") ? "" : ` ${ending}.`;
    this.summary.lines = [
      `${line}: ${told.length > 0 ? listed(told) : "nothing changes"}.${settled}`,
      ...(dropped ? ["What had been done after this moment is gone."] : []),
      ...lines,
    ];
    this.summary.at = this.timeline.last;
    this.layout.say(this.summary.lines);
  }

  /**
   * Presses a button and keeps it down.
   * @param {number} part
   */
  hold(part) {
    this.releases.delete(part);
    this.touched.set(part, this.timeline.state.words.slice());
    void this.act(`hold ${this.machine.parts[part].name}`);
  }

  /**
   * Lets a button go: not before the press has been done, nor before a touch has lasted.
   * @param {number} part
   */
  release(part) {
    this.queue = this.queue.then(() => {
      const { timeline, player } = this;
      const deed = timeline.deeds[timeline.deedOf[timeline.here]];
      this.releases.set(part, Math.min(player.time + SHORTEST_TOUCH, deed.start_us + SHORTEST_TOUCH));
      this.letGo();
    });
  }

  /** Lets go the buttons whose time has come. */
  letGo() {
    const { player, timeline } = this;
    for (const [part, time] of this.releases) {
      if (player.time < time && !player.atEnd) continue;
      this.releases.delete(part);
      const { name } = this.machine.parts[part];
      // What came of a press is told as a whole, when the button is up again.
      const before = this.touched.get(part);
      this.touched.delete(part);
      if (timeline.state.words[part] === "pressed") void this.act(`free ${name}`, before && { line: `press ${name}`, words: before });
    }
  }
}
