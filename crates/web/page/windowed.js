// A long list of which only the rows in sight exist.

import { el, oncePerFrame } from "./dom.js";

/**
 * @typedef {object} RowMaker
 * @property {number} height of every row, in pixels
 * @property {() => HTMLElement} make an empty row
 * @property {(row: HTMLElement, index: number) => void} fill writes into a row; must undo what another filling did
 */

export class WindowedList {
  /**
   * @param {string} label what the list is, for a screen reader
   * @param {RowMaker} maker
   */
  constructor(label, maker) {
    this.maker = maker;
    this.count = 0;
    /** The rows that exist, by what they show. @type {Map<number, HTMLElement>} */
    this.rows = new Map();
    /** @type {HTMLElement[]} */
    this.spare = [];
    this.sheet = el("div", { class: "sheet", role: "list", "aria-label": label });
    this.element = el("div", { class: "windowed", tabindex: "0" }, this.sheet);
    // Kept, because asking the browser in the middle of a step makes it lay out the page at once.
    this.top = 0;
    this.room = 0;
    // At the next frame, when everything is laid out anyway.
    this.scrollSoon = oncePerFrame(() => {
      this.element.scrollTop = this.top;
      this.draw();
    });
    const drawSoon = oncePerFrame(() => this.draw());
    this.element.addEventListener(
      "scroll",
      () => {
        this.top = this.element.scrollTop;
        drawSoon();
      },
      { passive: true },
    );
    new ResizeObserver(([entry]) => {
      this.room = entry.contentRect.height;
      drawSoon();
    }).observe(this.element);
  }

  /**
   * Says that the list is another one now.
   * @param {number} count
   */
  reset(count) {
    this.count = count;
    this.sheet.style.height = `${count * this.maker.height}px`;
    for (const [index, row] of this.rows) {
      if (index >= count) this.release(index, row);
      else this.fill(row, index);
    }
    this.draw();
  }

  /**
   * Writes a row again, if it is in sight.
   * @param {number} index
   */
  refresh(index) {
    const row = this.rows.get(index);
    if (row) this.maker.fill(row, index);
  }

  /**
   * Brings a row into sight, without moving if it is.
   * @param {number} index
   */
  show(index) {
    const { height } = this.maker;
    const { top, room } = this;
    if (room === 0) return;
    const margin = Math.min(2 * height, room / 4);
    if (index * height < top + margin) this.scrollTo(index * height - margin);
    else if ((index + 1) * height > top + room - margin) this.scrollTo((index + 1) * height - room + margin);
  }

  /** @param {number} top */
  scrollTo(top) {
    const target = Math.max(0, Math.min(top, this.count * this.maker.height - this.room));
    if (target === this.top) return;
    this.top = target;
    this.scrollSoon();
  }

  draw() {
    const { height } = this.maker;
    if (this.room === 0) return;
    const first = Math.max(0, Math.floor(this.top / height) - 4);
    const end = Math.min(this.count, Math.ceil((this.top + this.room) / height) + 4);
    for (const [index, row] of this.rows) if (index < first || index >= end) this.release(index, row);
    // From the last to the first, each before the one below it: the tab key goes through them in order.
    /** @type {HTMLElement | null} */
    let below = null;
    for (let index = end - 1; index >= first; index -= 1) {
      let row = this.rows.get(index);
      if (!row) {
        row = this.spare.pop() ?? this.maker.make();
        row.setAttribute("role", "listitem");
        this.rows.set(index, row);
        this.fill(row, index);
        this.sheet.insertBefore(row, below);
      }
      below = row;
    }
  }

  /**
   * @param {HTMLElement} row
   * @param {number} index
   */
  fill(row, index) {
    row.style.transform = `translateY(${index * this.maker.height}px)`;
    row.setAttribute("aria-setsize", String(this.count));
    row.setAttribute("aria-posinset", String(index + 1));
    this.maker.fill(row, index);
  }

  /**
   * @param {number} index
   * @param {HTMLElement} row
   */
  release(index, row) {
    this.rows.delete(index);
    if (row.contains(document.activeElement)) this.element.focus({ preventScroll: true });
    row.remove();
    if (this.spare.length < 40) this.spare.push(row);
  }
}
