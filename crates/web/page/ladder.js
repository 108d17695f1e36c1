// The drawing: laid out by the program once, coloured here from moment to moment.

/** @import { App } from "./app.js" */
/** @import { Highlight } from "./about.js" */
/** @import { Thing } from "./names.js" */
/** @import { Changes } from "./timeline.js" */
import { el, icon, oncePerFrame, parseDrawing, prefersStillness, setText } from "./dom.js";
import { contactLook, partLook } from "./looks.js";
import { Tiles } from "./tiles.js";

/** A drawn thing and the classes that it has in every state. @typedef {{ element: Element, base: string, side: string, winding: number }} Drawn */

const SMALLEST = 0.1;
const LARGEST = 4;
/** Drawn smaller than this, letters cannot be read and are left out. */
const LEGIBLE = 0.3;
/** So far the mouse may slip in a click. */
const SLIP = 4;

const STATE_CLASSES = new Set(["plus", "minus", "between", "floating", "current", "closed", "open", "operated", "moving", "lit", "dim"]);

export class Ladder {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.zoom = 1;
    this.follows = true;
    const drawing = parseDrawing(app.machine.drawing);
    this.svg = drawing;
    // Kept, because asking the browser in the middle of a step makes it lay out the page at once.
    this.view = { left: 0, top: 0, width: 0, height: 0 };
    /** @type {Map<number, Drawn[]>} */
    this.parts = new Map();
    /** @type {Map<number, Drawn[]>} */
    this.contacts = new Map();
    /** @type {Map<number, Drawn[]>} */
    this.nets = new Map();
    /** Where a part is drawn, without zoom. @type {Map<number, { x: number, y: number }>} */
    this.places = new Map();
    /** @type {Element[]} */
    this.marked = [];
    /** @type {Element[]} */
    this.chosen = [];
    this.scroller = el("div", { class: "scroller", tabindex: "0", role: "region", "aria-label": "Drawing. Arrow keys with Alt move it; the list of relays has the same parts." });
    this.percent = el("output", { class: "zoom" }, "100 %");
    this.element = el("div", { class: "drawing" }, this.tools(), this.scroller);
    this.width = 0;
    this.height = 0;
    /** @type {Tiles | null} */
    this.tiles = null;
    /** Where to scroll to at the next frame; scrolling at once would lay out the page twice. @type {{ x: number, y: number } | null} */
    this.target = null;
    this.scrollSoon = oncePerFrame(() => this.scrollToTarget());
    if (!drawing) {
      this.scroller.append(el("p", { class: "waiting" }, "This circuit comes without a drawing."));
      return;
    }
    this.collect(drawing);
    [this.width, this.height] = sizeOf(drawing);
    drawing.setAttribute("role", "img");
    drawing.setAttribute("aria-label", `Circuit drawing of ${app.machine.title}`);
    this.scroller.append(drawing);
    this.paintAll();
    this.listen();
    this.scroller.addEventListener(
      "scroll",
      () => {
        this.view.left = this.scroller.scrollLeft;
        this.view.top = this.scroller.scrollTop;
        this.showTiles();
      },
      { passive: true },
    );
    // The room is known only when the page has been laid out.
    let fitted = false;
    new ResizeObserver(() => {
      this.view.width = this.scroller.clientWidth;
      this.view.height = this.scroller.clientHeight;
      if (this.view.width === 0) return;
      if (!fitted) {
        fitted = true;
        this.fitWidth();
        this.measure();
        this.tiles = new Tiles(drawing, this.zoom);
      }
      this.showTiles();
    }).observe(this.scroller);
  }

  tools() {
    /**
     * @param {string} name
     * @param {string} path
     * @param {() => void} work
     */
    const tool = (name, path, work) => {
      const made = el("button", { type: "button", class: "tool", "aria-label": name, title: name }, icon(path));
      made.addEventListener("click", work);
      return made;
    };
    const follow = el("input", { type: "checkbox", checked: true });
    follow.addEventListener("change", () => {
      this.follows = follow.checked;
    });
    this.followBox = follow;
    return el(
      "div",
      { class: "tools", role: "group", "aria-label": "Drawing" },
      tool("Smaller (−)", "M2 7h12v2H2z", () => this.zoomBy(1 / 1.25)),
      this.percent,
      tool("Larger (+)", "M2 7h5V2h2v5h5v2H9v5H7V9H2z", () => this.zoomBy(1.25)),
      tool("Whole drawing (0)", "M1 1h5v2H3v3H1zM10 1h5v5h-2V3h-3zM1 10h2v3h3v2H1zM13 10h2v5h-5v-2h3z", () => this.fit()),
      el("label", { class: "check", title: "Keeps what moves in sight (f)" }, follow, "follow"),
    );
  }

  /** @param {SVGSVGElement} drawing */
  collect(drawing) {
    /**
     * @param {Map<number, Drawn[]>} into
     * @param {string} attribute
     * @param {number} count
     */
    const gather = (into, attribute, count) => {
      for (const element of drawing.querySelectorAll(`[${attribute}]`)) {
        const index = Number(element.getAttribute(attribute));
        if (!(index < count)) continue;
        const base = [...element.classList].filter((name) => !STATE_CLASSES.has(name)).join(" ");
        const drawn = { element, base, side: element.getAttribute("data-side") ?? "", winding: Number(element.getAttribute("data-winding") ?? -1) };
        const others = into.get(index);
        if (others) others.push(drawn);
        else into.set(index, [drawn]);
      }
    };
    const { parts, contacts, nets } = this.app.machine;
    gather(this.parts, "data-part", parts.length);
    gather(this.contacts, "data-contact", contacts.length);
    gather(this.nets, "data-net", nets.length);
  }

  listen() {
    const { scroller } = this;
    /** @type {{ x: number, y: number, left: number, top: number, moved: boolean, id: number } | null} */
    let drag = null;
    scroller.addEventListener("pointerdown", (event) => {
      if (event.pointerType !== "mouse" || event.button !== 0) return;
      drag = { x: event.clientX, y: event.clientY, left: scroller.scrollLeft, top: scroller.scrollTop, moved: false, id: event.pointerId };
    });
    scroller.addEventListener("pointermove", (event) => {
      if (!drag || drag.id !== event.pointerId) return;
      const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
      if (!drag.moved && Math.hypot(dx, dy) < SLIP) return;
      if (!drag.moved) scroller.setPointerCapture(event.pointerId);
      drag.moved = true;
      scroller.classList.add("grabbed");
      scroller.scrollTo(drag.left - dx, drag.top - dy);
    });
    const drop = () => {
      scroller.classList.remove("grabbed");
      const dragged = drag?.moved ?? false;
      drag = null;
      return dragged;
    };
    let slipped = false;
    scroller.addEventListener("pointerup", () => {
      slipped = drop();
    });
    scroller.addEventListener("pointercancel", drop);
    scroller.addEventListener("click", (event) => {
      if (slipped) {
        slipped = false;
        return;
      }
      const thing = thingAt(event.target);
      if (thing) this.app.choose(thing);
    });
    scroller.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey && !event.metaKey) return;
        event.preventDefault();
        this.zoomBy(Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
      },
      { passive: false },
    );
    let apart = 0;
    scroller.addEventListener(
      "touchmove",
      (event) => {
        if (event.touches.length !== 2) {
          apart = 0;
          return;
        }
        event.preventDefault();
        const [one, other] = event.touches;
        const now = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
        if (apart > 0) this.zoomBy(now / apart, (one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2);
        apart = now;
      },
      { passive: false },
    );
    scroller.addEventListener("touchend", () => {
      apart = 0;
    });
    scroller.addEventListener("keydown", (event) => {
      if (!event.altKey) return;
      const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (!way) return;
      event.preventDefault();
      event.stopPropagation();
      scroller.scrollBy(way[0] * 80, way[1] * 80);
    });
  }

  /**
   * @param {number} factor
   * @param {number} [x] the point that stays where it is, in the window
   * @param {number} [y]
   */
  zoomBy(factor, x, y) {
    const { scroller } = this;
    const frame = scroller.getBoundingClientRect();
    const [px, py] = [(x ?? frame.left + frame.width / 2) - frame.left, (y ?? frame.top + frame.height / 2) - frame.top];
    const before = this.zoom;
    const [left, top] = [scroller.scrollLeft, scroller.scrollTop];
    this.setZoom(before * factor);
    const real = this.zoom / before;
    scroller.scrollTo((left + px) * real - px, (top + py) * real - py);
  }

  /** @param {number} zoom */
  setZoom(zoom) {
    if (!this.svg) return;
    this.zoom = Math.min(LARGEST, Math.max(SMALLEST, zoom));
    this.svg.style.width = `${this.width * this.zoom}px`;
    this.svg.style.height = `${this.height * this.zoom}px`;
    this.svg.classList.toggle("far", this.zoom < LEGIBLE);
    this.showTiles();
    setText(this.percent, `${Math.round(this.zoom * 100)} %`);
  }

  fit() {
    const { clientWidth, clientHeight } = this.scroller;
    this.setZoom(Math.min(clientWidth / this.width, clientHeight / this.height));
  }

  /** As wide as there is room, if it can then still be read. */
  fitWidth() {
    this.setZoom(Math.min(1, Math.max(0.75, (this.scroller.clientWidth - 4) / this.width)));
  }

  toggleFollow() {
    this.follows = !this.follows;
    if (this.followBox) this.followBox.checked = this.follows;
  }

  paintAll() {
    for (const part of this.parts.keys()) this.paintPart(part);
    for (const contact of this.contacts.keys()) this.paintContact(contact);
    for (const net of this.nets.keys()) this.paintNet(net);
  }

  /** @param {number} part */
  paintPart(part) {
    const drawn = this.parts.get(part);
    if (!drawn) return;
    const { state } = this.app.timeline;
    const { rest } = this.app.machine.parts[part];
    for (const one of drawn) paint([one], partLook(state, part, rest, one.winding));
  }

  /** @param {number} contact */
  paintContact(contact) {
    const drawn = this.contacts.get(contact);
    if (!drawn) return;
    for (const one of drawn) paint([one], contactLook(this.app.timeline.state, contact, one.side));
  }

  /** @param {number} net */
  paintNet(net) {
    const drawn = this.nets.get(net);
    if (!drawn) return;
    const { potentials, current } = this.app.timeline.state;
    paint(drawn, `${potentials[net]}${current[net] ? " current" : ""}`);
  }

  /** @param {Changes} changes */
  update(changes) {
    if (!this.svg) return;
    for (const net of changes.nets) this.paintNet(net);
    for (const contact of changes.contacts) this.paintContact(contact);
    for (const part of changes.parts) this.paintPart(part);
    if (this.follows) this.follow(changes);
  }

  /** @param {Changes} changes */
  follow(changes) {
    if (this.view.width === 0) return;
    for (const part of changes.parts) {
      const kind = this.app.machine.parts[part].kind;
      if (kind === "source" || kind === "diode" || !this.parts.has(part)) continue;
      this.reveal(part);
      return;
    }
  }

  /** @param {number} part */
  reveal(part) {
    const place = this.places.get(part);
    if (!place) return;
    this.target = place;
    this.scrollSoon();
  }

  scrollToTarget() {
    const { target, zoom } = this;
    if (!target) return;
    this.target = null;
    const { left, top, width, height } = this.view;
    const [x, y] = [target.x * zoom - left, target.y * zoom - top];
    const margin = Math.min(60, width / 5, height / 5);
    if (x >= margin && y >= margin && x <= width - margin && y <= height - margin) return;
    this.scroller.scrollTo({
      left: target.x * zoom - width / 2,
      top: target.y * zoom - height / 2,
      behavior: prefersStillness() || this.app.player.playing ? "auto" : "smooth",
    });
  }

  showTiles() {
    this.tiles?.show(this.view, this.zoom);
  }

  /** Where every part is drawn; the drawing stays as it is, so once is enough. */
  measure() {
    if (!this.svg) return;
    const whole = this.svg.getBoundingClientRect();
    for (const [part, [{ element }]] of this.parts) {
      const box = element.getBoundingClientRect();
      this.places.set(part, {
        x: (box.left + box.width / 2 - whole.left) / this.zoom,
        y: (box.top + box.height / 2 - whole.top) / this.zoom,
      });
    }
  }

  /** @param {Thing | null} thing */
  choose(thing) {
    for (const element of this.chosen) element.removeAttribute("data-chosen");
    this.highlight(null);
    this.chosen = thing ? this.drawnOf(thing) : [];
    for (const element of this.chosen) element.setAttribute("data-chosen", "");
    if (thing && "part" in thing) this.reveal(thing.part);
  }

  /**
   * @param {Thing} thing
   * @returns {Element[]}
   */
  drawnOf(thing) {
    const drawn = "part" in thing ? this.parts.get(thing.part) : "contact" in thing ? this.contacts.get(thing.contact) : this.nets.get(thing.net);
    return (drawn ?? []).map(({ element }) => element);
  }

  /** @param {Highlight | null} highlight */
  highlight(highlight) {
    for (const element of this.marked) element.removeAttribute("data-why");
    this.marked = [];
    const { parts = [], contacts = [], nets = [] } = highlight ?? {};
    for (const part of parts) this.marked.push(...this.drawnOf({ part }));
    for (const net of nets) this.marked.push(...this.drawnOf({ net }));
    for (const contact of contacts) {
      // Of a change-over only the side that conducts is on the path, if one does.
      const drawn = this.contacts.get(contact) ?? [];
      const closed = drawn.filter(({ element }) => element.classList.contains("closed"));
      this.marked.push(...(closed.length > 0 ? closed : drawn).map(({ element }) => element));
    }
    for (const element of this.marked) element.setAttribute("data-why", "");
    this.svg?.classList.toggle("asking", this.marked.length > 0);
  }
}

/**
 * @param {Drawn[]} drawn
 * @param {string} state
 */
function paint(drawn, state) {
  for (const { element, base } of drawn) element.setAttribute("class", state ? `${base} ${state}` : base);
}

/**
 * @param {EventTarget | null} target
 * @returns {Thing | null}
 */
function thingAt(target) {
  if (!(target instanceof Element)) return null;
  // What covers a whole change-over belongs to both its sides.
  const drawn = target.closest("[data-contact], [data-part], [data-net]") ?? target.closest(".changeover")?.querySelector("[data-contact]");
  if (!drawn) return null;
  const [contact, part, net] = ["data-contact", "data-part", "data-net"].map((name) => drawn.getAttribute(name));
  if (contact !== null) return { contact: Number(contact) };
  if (part !== null) return { part: Number(part) };
  return { net: Number(net) };
}

/**
 * How large a drawing is by itself.
 * @param {SVGSVGElement} drawing
 * @returns {[number, number]}
 */
function sizeOf(drawing) {
  const box = (drawing.getAttribute("viewBox") ?? "").split(/[\s,]+/).map(Number);
  const [width, height] = [parseFloat(drawing.getAttribute("width") ?? ""), parseFloat(drawing.getAttribute("height") ?? "")];
  const found = [width || box[2] || 800, height || box[3] || 600];
  if (box.length !== 4) drawing.setAttribute("viewBox", `0 0 ${found[0]} ${found[1]}`);
  return [box[2] || found[0], box[3] || found[1]];
}
