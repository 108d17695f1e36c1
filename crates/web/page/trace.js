// The trace: every deed with its events, as text to be read, searched and gone through.

/** @import { App } from "./app.js" */
import { el, setText } from "./dom.js";
import { folded } from "./names.js";
import { traceTime } from "./timeline.js";
import { WindowedList } from "./windowed.js";

/**
 * A line on the page; a long line of the trace takes several.
 * @typedef {{ frame: number, text: string, kind: "deed" | "event" | "ending" }} TraceRow
 */

const TRACE_ROW = 21;
/** How far the rest of a long line is moved in. */
const INDENT = 4;
const NARROWEST = 24;

export class Trace {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {TraceRow[]} */
    this.rows = [];
    /** The row with which each frame begins. @type {number[]} */
    this.rowOf = [];
    this.columns = 60;
    this.list = new WindowedList("Trace", { height: TRACE_ROW, make: () => this.make(), fill: (row, index) => this.fill(row, index) });
    this.list.element.classList.add("trace-rows");
    this.input = el("input", { type: "search", placeholder: "search…", "aria-label": "Search in the trace. Enter finds the next, Shift and Enter the one before." });
    this.found = el("output", { class: "found" });
    this.input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      this.search(event.shiftKey ? -1 : 1);
    });
    this.input.addEventListener("input", () => setText(this.found, ""));
    this.element = el("div", { class: "trace" }, el("div", { class: "tools" }, this.input, this.found), this.list.element);
    this.ruler = el("span", { class: "ruler", "aria-hidden": "true" }, "0".repeat(40));
    this.list.element.append(this.ruler);
    this.extend(0);
    new ResizeObserver(() => this.measure()).observe(this.list.element);
  }

  measure() {
    const width = this.list.element.clientWidth;
    const letter = this.ruler.getBoundingClientRect().width / 40;
    if (width === 0 || letter === 0) return;
    const columns = Math.max(NARROWEST, Math.floor((width - 22) / letter));
    if (columns !== this.columns) {
      this.columns = columns;
      this.extend(0);
    }
    this.showHere();
  }

  make() {
    const row = el("div", { class: "line" });
    row.addEventListener("click", () => {
      this.app.player.pause();
      this.app.player.goTo(Number(row.dataset.frame));
    });
    return row;
  }

  /**
   * @param {HTMLElement} element
   * @param {number} index
   */
  fill(element, index) {
    const row = this.rows[index];
    const { here } = this.app.timeline;
    setText(element, row.text);
    element.dataset.frame = String(row.frame);
    const when = row.frame === here ? "now" : row.frame > here ? "later" : "";
    const classes = `line ${row.kind} ${when}`;
    if (element.className === classes) return;
    element.className = classes;
    if (when === "now") element.setAttribute("aria-current", "step");
    else element.removeAttribute("aria-current");
  }

  /**
   * Writes down what is new; what stood there from that frame on is dropped.
   * @param {number} from
   */
  extend(from) {
    const { timeline } = this.app;
    const stays = from === 0 ? 0 : (this.rowOf[from] ?? this.rows.length);
    this.rows.length = Math.min(this.rows.length, stays);
    this.rowOf.length = Math.min(this.rowOf.length, from);
    for (let frame = this.rowOf.length; frame <= timeline.last; frame += 1) {
      this.rowOf.push(this.rows.length);
      const deed = timeline.deedOf[frame];
      if (frame === timeline.firsts[deed]) this.write(frame, timeline.deeds[deed].title, "deed");
      for (const line of timeline.frames[frame].lines ?? []) {
        this.write(frame, `${traceTime(timeline.frames[frame].t_us)}  ${line}`.trimEnd(), "event");
      }
      if (frame === timeline.lastOf(deed)) {
        const { ending, cut } = timeline.deeds[deed];
        if (cut) this.write(frame, "(too much happened to show all; the middle is left out)", "ending");
        if (ending && !(timeline.frames[frame].lines ?? []).some((line) => line.includes(ending.split(",")[0]))) this.write(frame, ending, "ending");
      }
    }
    this.list.reset(this.rows.length);
  }

  /**
   * @param {number} frame
   * @param {string} text
   * @param {TraceRow["kind"]} kind
   */
  write(frame, text, kind) {
    for (const piece of folding(text, this.columns)) this.rows.push({ frame, text: piece, kind });
  }

  update() {
    for (const index of this.list.rows.keys()) this.list.refresh(index);
    this.showHere();
  }

  showHere() {
    const { here } = this.app.timeline;
    // A frame without a line of its own is shown by the lines before it.
    const end = this.rowOf[here + 1] ?? this.rows.length;
    this.list.show(Math.max(0, end - 1));
    this.list.show(Math.min(this.rowOf[here], this.rows.length - 1));
  }

  shown() {
    this.list.draw();
    this.showHere();
  }

  /** @param {1 | -1} way */
  search(way) {
    const wanted = folded(this.input.value.trim());
    if (!wanted) return;
    const { timeline, player } = this.app;
    const count = timeline.frames.length;
    for (let step = 1; step <= count; step += 1) {
      const frame = (timeline.here + way * step + count * step) % count;
      if (!this.says(frame, wanted)) continue;
      player.pause();
      player.goTo(frame);
      setText(this.found, "");
      return;
    }
    setText(this.found, "not found");
  }

  /**
   * @param {number} frame
   * @param {string} wanted
   * @returns {boolean}
   */
  says(frame, wanted) {
    const { timeline } = this.app;
    const deed = timeline.deedOf[frame];
    const lines = timeline.frames[frame].lines ?? [];
    const titled = frame === timeline.firsts[deed] && folded(timeline.deeds[deed].title).includes(wanted);
    return titled || lines.some((line) => folded(line.replace(/\s+/g, " ")).includes(wanted));
  }
}

/**
 * A line in pieces that fit, broken between words where there are any.
 * @param {string} text
 * @param {number} columns
 * @returns {string[]}
 */
export function folding(text, columns) {
  if (text.length <= columns) return [text];
  const pieces = [];
  let rest = text;
  let indent = "";
  while (indent.length + rest.length > columns) {
    const room = columns - indent.length;
    const blank = rest.lastIndexOf(" ", room);
    const cut = blank > room / 2 ? blank : room;
    pieces.push(indent + rest.slice(0, cut).trimEnd());
    rest = rest.slice(cut).trimStart();
    indent = " ".repeat(INDENT);
  }
  if (rest) pieces.push(indent + rest);
  return pieces;
}
