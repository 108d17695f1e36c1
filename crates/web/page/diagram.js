// The timing diagram: one lane a part, time from left to right.
//
// Only what is in sight is drawn. The canvas stays where it is while the sheet below it is scrolled, and
// the hand that marks the moment is an element of its own, so that a step moves one line and draws nothing.

/** @import { App } from "./app.js" */
/** @import { Changes, History } from "./timeline.js" */
import { kindOf } from "./about.js";
import { el, icon, oncePerFrame } from "./dom.js";
import { countBelow } from "./timeline.js";
import { spokenTime } from "./words.js";

const NAMES = 76;
const HEAD = 36;
const LANE = 24;
/** Time stands still so far where a deed begins. */
const ROOM = 15;
/** So wide an ordinary pause between two frames is. */
const ORDINARY = 36;
/** A pause so many times as long as an ordinary one is broken. */
const BROKEN = 12;
/** So wide a broken pause is drawn. */
const TORN = 64;
const DENSEST = 0.1;
const WIDEST = 20;

const HANDS = new Set(["button", "toggle", "selector", "source", "fuse"]);

/** @typedef {Record<"ink" | "faint" | "current" | "operated" | "lit" | "dim" | "paper", string>} Colours */

export class Diagram {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.zoom = 1;
    /** Where each frame begins. @type {number[]} */
    this.xs = [];
    this.end = 0;
    /** Pixels for each microsecond. */
    this.scale = 0.01;
    this.scaledFor = 0;
    /** The parts that have a lane. @type {number[]} */
    this.lanes = [];
    /** Where each of them stands. @type {Map<number, number>} */
    this.laneOf = new Map();
    /** In which order hands stand on the panel. */
    this.onPanel = new Map(app.machine.panel.flat().map(({ part }, place) => [part, place]));
    /** The largest current of each part. @type {number[]} */
    this.peaks = [];
    this.canvas = el("canvas", { "aria-hidden": "true" });
    this.hand = el("div", { class: "hand" });
    this.sheet = el("div", { class: "sheet" }, this.canvas, this.hand);
    this.scroller = el("div", {
      class: "scroller", tabindex: "0", role: "region",
      "aria-label": "Timing diagram. The trace says the same in words; left and right arrow go through the moments.",
    }, this.sheet);
    this.element = el("div", { class: "diagram" }, this.tools(), this.scroller);
    this.drawSoon = oncePerFrame(() => this.draw());
    // Kept, because asking the browser in the middle of a step makes it lay out the page at once.
    this.view = { left: 0, top: 0, width: 0, height: 0 };
    // At the next frame, when everything is laid out anyway.
    this.scrollSoon = oncePerFrame(() => {
      this.scroller.scrollTo(this.view.left, this.view.top);
      this.draw();
    });
    this.scroller.addEventListener(
      "scroll",
      () => {
        this.view.left = this.scroller.scrollLeft;
        this.view.top = this.scroller.scrollTop;
        this.drawSoon();
      },
      { passive: true },
    );
    this.scroller.addEventListener("click", (event) => this.click(event));
    new ResizeObserver(() => {
      this.view.width = this.scroller.clientWidth;
      this.view.height = this.scroller.clientHeight;
      this.size();
      this.place();
    }).observe(this.scroller);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", this.drawSoon, { signal: app.ended });
    this.extend(0);
  }

  tools() {
    const made = el("div", { class: "tools", role: "group", "aria-label": "Timing diagram" });
    for (const [name, path, factor] of /** @type {[string, string, number][]} */ ([
      ["Time denser", "M2 7h12v2H2z", 1 / 1.5],
      ["Time wider", "M2 7h5V2h2v5h5v2H9v5H7V9H2z", 1.5],
    ])) {
      const tool = el("button", { type: "button", class: "tool", "aria-label": name, title: name }, icon(path));
      tool.addEventListener("click", () => {
        this.zoom = Math.min(WIDEST, Math.max(DENSEST, this.zoom * factor));
        this.layOut(0);
        this.size();
        this.place();
      });
      made.append(tool);
    }
    return made;
  }

  /** @param {number} from the first frame that is new */
  extend(from) {
    const { timeline, machine } = this.app;
    if (this.xs.length === 0 || timeline.frames.length > 2 * this.scaledFor || timeline.frames.length < this.scaledFor / 2) {
      this.scaledFor = timeline.frames.length;
      this.scale = ORDINARY / ordinaryPause(timeline.times);
      this.layOut(0);
    } else {
      this.layOut(from);
    }
    const begun = (/** @type {History} */ history) => history.at.length > 1 || (history.at[0] ?? 0) > 0;
    const rank = (/** @type {number} */ part) => (HANDS.has(machine.parts[part].kind) ? 0 : machine.parts[part].kind === "lamp" ? 2 : 1);
    const moved = timeline.histories.flatMap((history, part) => (begun(history) && drawable(history, machine.parts[part].kind) ? [part] : []));
    const place = (/** @type {number} */ part) => this.onPanel.get(part) ?? this.onPanel.size + part;
    this.lanes = moved.sort((one, other) => rank(one) - rank(other) || place(one) - place(other));
    this.laneOf = new Map(this.lanes.map((part, lane) => [part, lane]));
    if (from === 0) this.peaks = [];
    for (const part of this.lanes) {
      const { ma, at } = timeline.histories[part];
      let peak = this.peaks[part] ?? 0;
      for (let each = from === 0 ? 0 : countBelow(at, from); each < ma.length; each += 1) peak = Math.max(peak, Math.abs(ma[each] ?? 0));
      this.peaks[part] = peak;
    }
    this.size();
  }

  /** @param {number} from */
  layOut(from) {
    const { timeline } = this.app;
    this.xs.length = Math.min(this.xs.length, from);
    for (let frame = this.xs.length; frame <= timeline.last; frame += 1) {
      if (frame === 0) {
        this.xs.push(NAMES + ROOM);
        continue;
      }
      const passed = timeline.times[frame] - timeline.times[frame - 1];
      const begins = timeline.deedOf[frame] !== timeline.deedOf[frame - 1];
      this.xs.push(this.xs[frame - 1] + this.wide(passed) + (begins ? ROOM : 0));
    }
    const { last } = timeline;
    this.end = this.xs[last] + Math.max(ROOM, this.wide(timeline.end - timeline.times[last]));
  }

  /**
   * @param {number} us
   * @returns {number}
   */
  wide(us) {
    const width = us * this.scale * this.zoom;
    return width > ORDINARY * BROKEN * Math.max(1, this.zoom) ? TORN : width;
  }

  size() {
    this.sheet.style.width = `${Math.ceil(this.end + 2 * ROOM)}px`;
    this.sheet.style.height = `${HEAD + this.lanes.length * LANE + 4}px`;
    const { width: clientWidth, height: clientHeight } = this.view;
    const ratio = devicePixelRatio || 1;
    const [width, height] = [Math.round(clientWidth * ratio), Math.round(clientHeight * ratio)];
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
      this.canvas.style.width = `${clientWidth}px`;
      this.canvas.style.height = `${clientHeight}px`;
    }
    this.drawSoon();
  }

  /**
   * Where a time stands in the diagram.
   * @param {number} frame
   * @param {number} time
   * @returns {number}
   */
  xOf(frame, time) {
    const { timeline } = this.app;
    const begin = timeline.times[frame];
    const until = timeline.until(frame);
    if (until <= begin) return this.xs[frame];
    const width = this.wide(until - begin);
    return this.xs[frame] + (width * Math.min(time - begin, until - begin)) / (until - begin);
  }

  /** Puts the hand where the cursor is, and brings it into sight. */
  place() {
    const { timeline, player } = this.app;
    const x = this.xOf(timeline.here, player.time);
    this.hand.style.transform = `translateX(${x.toFixed(1)}px)`;
    const { left, width } = this.view;
    if (width === 0) return;
    if (x < left + NAMES + ROOM) this.scrollTo(x - NAMES - ROOM - width / 8);
    else if (x > left + width - 2 * ROOM) this.scrollTo(x - width * 0.7);
  }

  /** @param {number} left */
  scrollTo(left) {
    const target = Math.round(Math.max(0, Math.min(left, this.end + 2 * ROOM - this.view.width)));
    if (target === this.view.left) return;
    this.view.left = target;
    this.scrollSoon();
  }

  /** @param {Changes} changes */
  update(changes) {
    this.place();
    this.reveal(changes);
  }

  /**
   * Brings a lane into sight in which something happens, if none of these is.
   * @param {Changes} changes
   */
  reveal(changes) {
    const { top, height } = this.view;
    if (height === 0 || changes.parts.size > 20) return;
    /** @type {number | null} */
    let found = null;
    for (const part of changes.parts) {
      const lane = this.laneOf.get(part);
      if (lane === undefined) continue;
      if (lane * LANE >= top && HEAD + (lane + 1) * LANE <= top + height) return;
      found ??= lane;
    }
    if (found === null) return;
    this.view.top = Math.max(0, Math.min(HEAD + found * LANE - height / 2, HEAD + this.lanes.length * LANE + 4 - height));
    this.scrollSoon();
  }

  shown() {
    this.size();
    this.place();
  }

  /** @param {MouseEvent} event */
  click(event) {
    const frame = this.scroller.getBoundingClientRect();
    const x = event.clientX - frame.left;
    const y = event.clientY - frame.top;
    if (x < NAMES) {
      const lane = Math.floor((y + this.scroller.scrollTop - HEAD) / LANE);
      if (y > HEAD && lane >= 0 && lane < this.lanes.length) this.app.choose({ part: this.lanes[lane] });
      return;
    }
    const { timeline, player } = this.app;
    player.pause();
    const place = x + this.scroller.scrollLeft;
    // The moments of one place lie on one another: what is seen there is the last of them.
    player.goTo(Math.max(0, Math.min(timeline.last, countBelow(this.xs, place + 0.01) - 1)));
  }

  draw() {
    const { width: clientWidth, height: clientHeight, left: scrollLeft, top: scrollTop } = this.view;
    const pen = this.canvas.getContext("2d");
    if (!pen || clientWidth === 0) return;
    const { timeline } = this.app;
    const ratio = devicePixelRatio || 1;
    const colours = coloursOf(this.canvas);
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, clientWidth, clientHeight);
    pen.font = `12px ${getComputedStyle(this.scroller).fontFamily}`;
    pen.textBaseline = "middle";
    pen.lineWidth = 1.5;

    const first = Math.max(0, countBelow(this.xs, scrollLeft) - 1);
    const end = Math.min(timeline.last, countBelow(this.xs, scrollLeft + clientWidth));
    const top = Math.max(0, Math.floor(scrollTop / LANE));
    const bottom = Math.min(this.lanes.length, Math.ceil((scrollTop + clientHeight - HEAD) / LANE));
    if (this.lanes.length === 0) {
      pen.fillStyle = colours.faint;
      pen.fillText("Nothing has moved yet.", NAMES + ROOM, HEAD + LANE);
    }
    pen.save();
    pen.beginPath();
    pen.rect(NAMES, HEAD, clientWidth, clientHeight);
    pen.clip();
    for (let lane = top; lane < bottom; lane += 1) {
      const y = HEAD + lane * LANE - scrollTop;
      pen.strokeStyle = colours.faint;
      pen.globalAlpha = 0.35;
      line(pen, NAMES, y + LANE - 0.5, clientWidth, y + LANE - 0.5);
      pen.globalAlpha = 1;
      this.drawLane(pen, colours, this.lanes[lane], y, first, end, scrollLeft);
    }
    pen.restore();
    this.drawHead(pen, colours, first, end, scrollLeft, clientWidth, clientHeight);
    this.drawNames(pen, colours, top, bottom, scrollTop, clientHeight);
  }

  /**
   * @param {CanvasRenderingContext2D} pen
   * @param {Colours} colours
   * @param {number} part
   * @param {number} y
   * @param {number} first
   * @param {number} end
   * @param {number} left how far the sheet is scrolled
   */
  drawLane(pen, colours, part, y, first, end, left) {
    const { timeline, machine } = this.app;
    const { kind } = machine.parts[part];
    const { at, words, ma } = timeline.histories[part];
    const [high, low] = [y + 4.5, y + LANE - 5.5];
    const peak = this.peaks[part];
    /** @type {number | null} */
    let height = null;
    for (let each = Math.max(0, countBelow(at, first + 1) - 1); each < at.length && at[each] <= end; each += 1) {
      const x = this.xs[at[each]] - left;
      const next = (at[each + 1] === undefined ? this.end : this.xs[at[each + 1]]) - left;
      const word = words[each];
      const current = Math.abs(ma[each] ?? 0);
      if (kind === "lamp") {
        pen.fillStyle = colours[word === "lit" ? "lit" : "dim"];
        if (word === "lit") pen.fillRect(x, high, next - x, low - high);
        else if (word === "dim") pen.fillRect(x, (high + low) / 2, next - x, (low - high) / 2);
      } else if (current > 0 && peak > 0 && !HANDS.has(kind)) {
        pen.fillStyle = colours.current;
        pen.globalAlpha = 0.4;
        const tall = ((low - high) * current) / peak;
        pen.fillRect(x, low - tall, next - x, tall);
        pen.globalAlpha = 1;
      }
      pen.strokeStyle = HANDS.has(kind) ? colours.ink : colours.operated;
      if (kind === "lamp") pen.strokeStyle = colours.faint;
      const place = /^at (\d+)/.exec(word);
      if (place) {
        line(pen, x, low, next, low);
        line(pen, x, high, x, low);
        if (next - x > 9) {
          pen.fillStyle = colours.ink;
          pen.fillText(place[1], x + 3, (high + low) / 2);
        }
        height = low;
        continue;
      }
      const target = levelOf(word, high, low);
      if (target === null) {
        // On its way: a slope to where it arrives.
        const arrives = levelOf(words[each + 1] ?? (word === "operating" ? "operated" : "released"), high, low) ?? low;
        line(pen, x, height ?? (arrives === high ? low : high), next, arrives);
        height = arrives;
        continue;
      }
      if (height !== null && height !== target) line(pen, x, height, x, target);
      line(pen, x, target, next, target);
      height = target;
    }
  }

  /**
   * @param {CanvasRenderingContext2D} pen
   * @param {Colours} colours
   * @param {number} first
   * @param {number} end
   * @param {number} left
   * @param {number} width
   * @param {number} height
   */
  drawHead(pen, colours, first, end, left, width, height) {
    const { timeline } = this.app;
    pen.save();
    pen.beginPath();
    pen.rect(NAMES, 0, width, height);
    pen.clip();
    let free = -Infinity;
    for (let deed = timeline.deedOf[first]; deed < timeline.deeds.length && timeline.firsts[deed] <= end; deed += 1) {
      const x = this.xs[timeline.firsts[deed]] - left;
      const next = (deed + 1 < timeline.deeds.length ? this.xs[timeline.firsts[deed + 1]] : this.end) - left;
      pen.strokeStyle = colours.faint;
      pen.globalAlpha = 0.45;
      line(pen, x - ROOM / 2, 2, x - ROOM / 2, height);
      pen.globalAlpha = 1;
      const room = next - Math.max(x, NAMES) - 4;
      const { title } = timeline.deeds[deed];
      pen.fillStyle = colours.ink;
      pen.fillText(fitting(pen, title, room) || fitting(pen, String(deed), next - x), Math.max(x - 2, NAMES + 2), 10);
    }
    pen.fillStyle = colours.faint;
    for (let frame = first; frame <= end; frame += 1) {
      const x = this.xs[frame] - left;
      const begin = timeline.times[frame];
      const passed = timeline.until(frame) - begin;
      if (passed > 0 && this.wide(passed) === TORN && passed * this.scale * this.zoom > TORN) {
        const text = spokenTime(passed);
        pen.fillText(text, x + TORN / 2 - pen.measureText(text).width / 2, 26);
        pen.save();
        pen.strokeStyle = colours.paper;
        pen.lineWidth = 4;
        line(pen, x + TORN / 2 - 3, HEAD, x + TORN / 2 + 3, height);
        pen.restore();
        free = x + TORN;
        continue;
      }
      const text = spokenTime(timeline.frames[frame].t_us);
      const wide = pen.measureText(text).width;
      if (x < free) continue;
      pen.fillText(text, x, 26);
      pen.strokeStyle = colours.faint;
      line(pen, x, 31, x, HEAD);
      free = x + wide + 8;
    }
    pen.restore();
  }

  /**
   * @param {CanvasRenderingContext2D} pen
   * @param {Colours} colours
   * @param {number} top
   * @param {number} bottom
   * @param {number} scrolled
   * @param {number} height
   */
  drawNames(pen, colours, top, bottom, scrolled, height) {
    const { parts } = this.app.machine;
    pen.fillStyle = colours.paper;
    pen.fillRect(0, 0, NAMES, height);
    pen.save();
    pen.beginPath();
    pen.rect(0, HEAD, NAMES, height);
    pen.clip();
    pen.fillStyle = colours.ink;
    for (let lane = top; lane < bottom; lane += 1) {
      const name = fitting(pen, parts[this.lanes[lane]].name, NAMES - 10);
      pen.fillText(name, 6, HEAD + lane * LANE - scrolled + LANE / 2);
    }
    pen.restore();
    this.scroller.title = this.lanes.length === 0 ? "Nothing has moved yet" : `${this.lanes.length} lanes; click a ${kindOf(parts[this.lanes[0]])} or another name to ask why`;
  }
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {number} x
 * @param {number} y
 * @param {number} toX
 * @param {number} toY
 */
function line(pen, x, y, toX, toY) {
  pen.beginPath();
  pen.moveTo(x, y);
  pen.lineTo(toX, toY);
  pen.stroke();
}

/**
 * As much of a text as there is room for.
 * @param {CanvasRenderingContext2D} pen
 * @param {string} text
 * @param {number} room
 * @returns {string}
 */
function fitting(pen, text, room) {
  if (pen.measureText(text).width <= room) return text;
  for (let length = text.length - 1; length > 4; length -= 1) {
    const shorter = `${text.slice(0, length)}…`;
    if (pen.measureText(shorter).width <= room) return shorter;
  }
  return "";
}

/**
 * How high a word stands in its lane; nothing for what is on its way.
 * @param {string} word
 * @param {number} high
 * @param {number} low
 * @returns {number | null}
 */
function levelOf(word, high, low) {
  switch (word) {
    case "operating":
    case "releasing":
    case "moving":
      return null;
    case "operated":
    case "pressed":
    case "on":
    case "left":
    case "blown":
      return high;
    case "centre":
      return (high + low) / 2;
    default:
      return low;
  }
}

/**
 * Whether a part does something that a lane can show. The current of a source alone is nothing.
 * @param {History} history
 * @param {string} kind
 * @returns {boolean}
 */
function drawable(history, kind) {
  const words = new Set(history.words);
  return !words.has("-") && (words.size > 1 || (!HANDS.has(kind) && history.ma.some((ma) => ma)));
}

/**
 * The pause that is longer than one half of them and shorter than the other.
 * @param {number[]} times
 * @returns {number}
 */
function ordinaryPause(times) {
  const pauses = [];
  for (let each = 1; each < times.length; each += 1) if (times[each] > times[each - 1]) pauses.push(times[each] - times[each - 1]);
  pauses.sort((one, other) => one - other);
  return pauses[pauses.length >> 1] ?? 1000;
}

/**
 * The colours of the page as they are now; a canvas cannot ask the style sheet while it draws.
 * @param {HTMLElement} element
 * @returns {Colours}
 */
function coloursOf(element) {
  const style = getComputedStyle(element);
  /** @param {string} name */
  const colour = (name) => {
    element.style.color = `var(--${name})`;
    return style.color;
  };
  const colours = {
    ink: colour("ink"), faint: colour("faint"), current: colour("current"), operated: colour("operated"),
    lit: colour("lit"), dim: colour("dim"), paper: colour("paper"),
  };
  element.style.color = "";
  return colours;
}
