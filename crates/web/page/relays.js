// The list of relays: how each stands and what flows in its coil.

/** @import { App } from "./app.js" */
/** @import { Changes } from "./timeline.js" */
import { fullName, kindOf, standing } from "./about.js";
import { el, setText } from "./dom.js";
import { folded } from "./names.js";
import { WindowedList } from "./windowed.js";
import { milliamperes } from "./words.js";

const RELAYS = new Set(["relay", "bistable", "impulse", "polarized", "delay", "stepper"]);
const RELAY_ROW = 30;

export class Relays {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {number[]} */
    this.listed = [];
    /** Where a part stands in the list. @type {Map<number, number>} */
    this.rowOf = new Map();
    this.list = new WindowedList("Relays", { height: RELAY_ROW, make: () => this.make(), fill: (row, index) => this.fill(row, index) });
    this.filter = el("input", { type: "search", placeholder: "name…", "aria-label": "Show only parts with this in their name" });
    this.all = el("input", { type: "checkbox" });
    this.filter.addEventListener("input", () => this.collect());
    this.all.addEventListener("change", () => this.collect());
    this.element = el(
      "div",
      { class: "relays" },
      el("div", { class: "tools" }, this.filter, el("label", { class: "check" }, this.all, "all parts")),
      this.list.element,
    );
    if (!app.machine.parts.some(({ kind }) => RELAYS.has(kind))) this.all.checked = true;
    this.collect();
  }

  collect() {
    const wanted = folded(this.filter.value.trim());
    this.listed = [];
    this.rowOf.clear();
    this.app.machine.parts.forEach((part, index) => {
      if (!this.all.checked && !RELAYS.has(part.kind)) return;
      if (wanted && !folded(fullName(part)).includes(wanted)) return;
      this.rowOf.set(index, this.listed.length);
      this.listed.push(index);
    });
    this.list.reset(this.listed.length);
  }

  make() {
    const button = el(
      "button",
      { type: "button" },
      el("span", { class: "dot", "aria-hidden": "true" }),
      el("span", { class: "who" }),
      el("span", { class: "how" }),
      el("span", { class: "ma" }),
    );
    button.addEventListener("click", () => this.app.choose({ part: Number(button.dataset.part) }));
    return el("div", { class: "row" }, button);
  }

  /**
   * @param {HTMLElement} row
   * @param {number} index
   */
  fill(row, index) {
    const number = this.listed[index];
    const part = this.app.machine.parts[number];
    const { state } = this.app.timeline;
    const button = /** @type {HTMLButtonElement} */ (row.firstElementChild);
    const [, who, how, ma] = button.children;
    const word = state.words[number];
    button.dataset.part = String(number);
    button.dataset.state = word.split(" ")[0];
    setText(who, fullName(part));
    setText(how, word === "-" ? "" : word);
    setText(ma, milliamperes(state.ma[number]));
    button.title = `${kindOf(part)}${part.note ? `: ${part.note}` : ""}`;
    button.setAttribute("aria-label", `${fullName(part)}: ${standing(state, number)}. Why?`);
  }

  /** @param {Changes} changes */
  update(changes) {
    for (const part of changes.parts) {
      const row = this.rowOf.get(part);
      if (row !== undefined) this.list.refresh(row);
    }
  }

  shown() {
    this.list.draw();
  }
}
