// The cursor: where in the timeline the page is, and how it moves on.

/** @import { Condition } from "./conditions.js" */
/** @import { Changes, Timeline } from "./timeline.js" */

/** How fast time passes: so many of the machine's seconds in one of ours. `Infinity`: at once. */
export const SPEEDS = [
  { speed: Infinity, name: "at once" },
  { speed: 1, name: "real speed" },
  { speed: 0.1, name: "10 times slower" },
  { speed: 0.01, name: "100 times slower" },
  { speed: 0.001, name: "1000 times slower" },
];

export class Player {
  /**
   * @param {Timeline} timeline
   * @param {(changes: Changes) => void} moved called whenever the cursor has moved
   * @param {(condition: Condition) => void} stopped called when a break-point has stopped the play
   */
  constructor(timeline, moved, stopped) {
    this.timeline = timeline;
    this.moved = moved;
    this.stopped = stopped;
    this.playing = false;
    this.speed = 1;
    /** The exact time at the cursor, which may lie between two frames. */
    this.time = 0;
    /** @type {Condition[]} */
    this.stops = [];
    this.clock = 0;
    this.tick = this.tick.bind(this);
  }

  /** How long after its frame the cursor stands, in whole microseconds: never as late as the next frame. */
  get after() {
    return Math.max(0, Math.floor(this.time - this.timeline.times[this.timeline.here]));
  }

  get atEnd() {
    return this.timeline.here >= this.timeline.last && this.time >= this.timeline.end;
  }

  /**
   * Whoever goes to the last frame of a deed sees how it ended, so the time is that of its end.
   * @param {number} index
   */
  goTo(index) {
    const { timeline } = this;
    const target = Math.max(0, Math.min(index, timeline.last));
    const changes = timeline.moveTo(target);
    const last = timeline.lastOf(timeline.deedOf[target]);
    this.time = target === last ? timeline.until(target) : timeline.times[target];
    this.moved(changes);
  }

  /**
   * Goes to the beginning of a frame, also of the last of a deed: whatever follows is still to be played.
   * @param {number} index
   */
  begin(index) {
    const changes = this.timeline.moveTo(index);
    this.time = this.timeline.times[this.timeline.here];
    this.moved(changes);
  }

  back() {
    this.pause();
    this.goTo(this.timeline.here - 1);
  }

  forward() {
    this.pause();
    this.goTo(this.timeline.here + 1);
  }

  /** To the end of the deed before, or of this one's predecessor if it has not begun to move. */
  backDeed() {
    this.pause();
    const { timeline } = this;
    const deed = timeline.deedOf[timeline.here];
    this.goTo(deed > 0 ? timeline.lastOf(deed - 1) : 0);
  }

  /** To the end of this deed, or of the next one if this one has been seen. */
  forwardDeed() {
    this.pause();
    const { timeline } = this;
    const deed = timeline.deedOf[timeline.here];
    const last = timeline.lastOf(deed);
    this.goTo(timeline.here < last ? last : timeline.lastOf(Math.min(deed + 1, timeline.deeds.length - 1)));
  }

  /** Goes on at the speed that is chosen, from the beginning if the end has been reached. */
  play() {
    if (this.atEnd) return;
    if (this.speed === Infinity) {
      this.runOn();
      return;
    }
    this.playing = true;
    this.clock = 0;
    this.moved(this.timeline.moveTo(this.timeline.here));
    requestAnimationFrame(this.tick);
  }

  pause() {
    this.playing = false;
  }

  /** To the next break-point, or to the end, at once. */
  runOn() {
    this.pause();
    const found = this.nextStop(this.timeline.here, this.timeline.last);
    this.goTo(found?.index ?? this.timeline.last);
    if (found) this.stopped(found.condition);
  }

  /** To the last moment before this one at which a break-point came to hold, or to the beginning. */
  runBack() {
    this.pause();
    const { timeline } = this;
    const found = this.stops.map((stop) => timeline.findBefore(timeline.here, stop.holds) ?? 0);
    this.goTo(Math.max(0, ...found));
  }

  /**
   * @param {number} from
   * @param {number} to
   * @returns {{ index: number, condition: Condition } | null}
   */
  nextStop(from, to) {
    /** @type {{ index: number, condition: Condition } | null} */
    let first = null;
    for (const condition of this.stops) {
      const index = this.timeline.findNext(from, first?.index ?? to, condition.holds);
      if (index !== null && (first === null || index < first.index)) first = { index, condition };
    }
    return first;
  }

  /** @param {number} now as the browser tells it */
  tick(now) {
    if (!this.playing) return;
    // A page that was hidden for a while does not catch up in one leap.
    const passed = this.clock === 0 ? 0 : Math.min(now - this.clock, 100);
    this.clock = now;
    this.letPass(passed * 1000 * this.speed);
    if (this.playing) requestAnimationFrame(this.tick);
  }

  /** @param {number} us so much of the machine's time */
  letPass(us) {
    const { timeline } = this;
    const time = Math.min(this.time + us, timeline.end);
    const target = Math.max(timeline.here, timeline.at(time));
    const found = this.stops.length > 0 && target > timeline.here ? this.nextStop(timeline.here, target) : null;
    const changes = timeline.moveTo(found?.index ?? target);
    this.time = found ? timeline.times[found.index] : time;
    if (found || this.atEnd) this.playing = false;
    this.moved(changes);
    if (found) this.stopped(found.condition);
  }
}
