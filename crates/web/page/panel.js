// The front panel as it stands on the machine, to be worked by mouse, finger and key.

/** @import { App } from "./app.js" */
/** @import { Changes, Part } from "./timeline.js" */
import { fullName, kindOf, standing } from "./about.js";
import { el, setText } from "./dom.js";

/**
 * One thing on the panel.
 * @typedef {object} Fitting
 * @property {HTMLElement} element
 * @property {() => void} show shows how the part stands now
 */

/** A selector with more places than this has a number to type instead of a ring of places. */
const MOST_PLACES = 12;

export class Panel {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** A part may stand on the panel more than once. @type {Map<number, Fitting[]>} */
    this.fittings = new Map();
    const rows = app.machine.panel.map((row) =>
      el("div", { class: "panel-row", role: "group" }, ...row.map(({ part, caption }) => this.fit(part, caption ?? ""))),
    );
    this.element = el("div", { class: "front", role: "group", "aria-label": "Front panel" }, ...rows);
    const widest = Math.max(1, ...app.machine.panel.map((row) => row.length));
    this.element.style.setProperty("--widest", String(widest));
  }

  /**
   * @param {number} index
   * @param {string} caption
   * @returns {HTMLElement}
   */
  fit(index, caption) {
    const part = this.app.machine.parts[index];
    const fitting = this.fittingOf(index, part, caption);
    this.fittings.set(index, [...(this.fittings.get(index) ?? []), fitting]);
    fitting.show();
    return el(
      "div",
      { class: `fitting fit-${part.kind}` },
      el("span", { class: "caption", "aria-hidden": "true" }, caption),
      fitting.element,
      el("span", { class: "name", "aria-hidden": "true", title: fullName(part) }, ...written(part)),
    );
  }

  /**
   * @param {number} index
   * @param {Part} part
   * @param {string} caption
   * @returns {Fitting}
   */
  fittingOf(index, part, caption) {
    const { app } = this;
    const said = caption && caption !== part.name ? `${part.name}, ${caption}` : fullName(part);
    switch (part.kind) {
      case "button":
        return button(app, index, said);
      case "toggle":
      case "source":
        return toggle(app, index, said);
      case "selector":
        return (part.places ?? 0) > MOST_PLACES ? numbered(app, index, said) : selector(app, index, said);
      default:
        return shown(app, index, said);
    }
  }

  /** @param {Changes} changes */
  update(changes) {
    for (const part of changes.parts) for (const fitting of this.fittings.get(part) ?? []) fitting.show();
  }
}

/**
 * What is only looked at: a lamp, a relay, a counter's wheel. Choosing it asks why.
 * @param {App} app
 * @param {number} index
 * @param {string} said
 * @returns {Fitting}
 */
function shown(app, index, said) {
  const part = app.machine.parts[index];
  const face = el("span", { class: "face", "aria-hidden": "true" });
  const element = el("button", { type: "button", class: "look" }, face);
  element.addEventListener("click", () => app.choose({ part: index }));
  return {
    element,
    show() {
      const { state } = app.timeline;
      element.dataset.state = state.words[index].split(" ")[0];
      if (part.kind !== "lamp") setText(face, state.words[index].replace(/^at /, ""));
      element.setAttribute("aria-label", `${said}: ${standing(state, index)}. Why?`);
      element.title = `${fullName(part)}, ${kindOf(part)}: ${standing(state, index)}`;
    },
  };
}

/**
 * @param {App} app
 * @param {number} index
 * @param {string} said
 * @returns {Fitting}
 */
function toggle(app, index, said) {
  const part = app.machine.parts[index];
  const element = el(
    "button",
    { type: "button", class: "toggle", role: "switch", "aria-label": said },
    el("span", { class: "lever", "aria-hidden": "true" }),
  );
  element.addEventListener("click", () => {
    if (!app.hand) app.choose({ part: index });
    else void app.act(`${app.timeline.state.words[index] === "on" ? "off" : "on"} ${part.name}`);
  });
  return {
    element,
    show() {
      const word = app.timeline.state.words[index];
      element.setAttribute("aria-checked", String(word === "on"));
      element.title = `${fullName(part)}: ${word}`;
    },
  };
}

/**
 * A push-button is down for as long as the mouse, the finger or the key is. With Shift it stays down
 * until it is touched again: who has one mouse can hold two buttons.
 * @param {App} app
 * @param {number} index
 * @param {string} said
 * @returns {Fitting}
 */
function button(app, index, said) {
  const part = app.machine.parts[index];
  const element = el("button", { type: "button", class: "push", "aria-label": said }, el("span", { class: "cap", "aria-hidden": "true" }));
  let down = false;
  let stays = false;

  /** @param {boolean} latch */
  const press = (latch) => {
    if (!app.hand) {
      app.choose({ part: index });
      return;
    }
    if (stays || app.timeline.state.words[index] === "pressed") {
      stays = false;
      app.release(index);
      return;
    }
    stays = latch;
    down = !latch;
    app.hold(index);
  };
  const release = () => {
    if (!down) return;
    down = false;
    app.release(index);
  };

  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    // Without capture a finger that slides off the button would leave it pressed for ever.
    element.setPointerCapture(event.pointerId);
    press(event.shiftKey);
  });
  element.addEventListener("pointerup", release);
  element.addEventListener("pointercancel", release);
  element.addEventListener("lostpointercapture", release);
  element.addEventListener("contextmenu", (event) => event.preventDefault());
  element.addEventListener("keydown", (event) => {
    if (event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    if (!event.repeat && !down) press(event.shiftKey);
  });
  element.addEventListener("keyup", (event) => {
    if (event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    release();
  });
  element.addEventListener("blur", release);
  addEventListener("blur", release, { signal: app.ended });
  element.addEventListener("click", (event) => {
    // A screen reader clicks without a pointer and without a key.
    if (event.detail === 0 && app.hand) void app.act(`press ${part.name}`);
  });
  return {
    element,
    show() {
      const word = app.timeline.state.words[index];
      element.setAttribute("aria-pressed", String(word === "pressed"));
      element.title = `${fullName(part)}: ${word}. Shift keeps it pressed.`;
    },
  };
}

/**
 * @param {App} app
 * @param {number} index
 * @param {string} said
 * @returns {Fitting}
 */
function selector(app, index, said) {
  const part = app.machine.parts[index];
  const count = part.places ?? 1;
  const places = Array.from({ length: count }, (_, place) =>
    el("button", { type: "button", role: "radio", class: "place", "aria-label": `${place}` }, String(place)),
  );
  const element = el("div", { class: "selector", role: "radiogroup", "aria-label": said }, ...places);
  const here = placeOf(app, index);
  /** @param {number} place */
  const set = (place) => {
    if (app.hand) void app.act(`set ${part.name} ${place}`);
    else app.choose({ part: index });
  };
  places.forEach((element, place) => element.addEventListener("click", () => set(place)));
  element.addEventListener("keydown", (event) => {
    const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (way === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const place = (here() + way + count) % count;
    set(place);
    places[place].focus();
  });
  return {
    element,
    show() {
      places.forEach((element, place) => {
        element.setAttribute("aria-checked", String(place === here()));
        element.tabIndex = place === here() ? 0 : -1;
      });
    },
  };
}

/**
 * @param {App} app
 * @param {number} index
 * @param {string} said
 * @returns {Fitting}
 */
function numbered(app, index, said) {
  const part = app.machine.parts[index];
  const element = el("input", { type: "number", class: "number", min: 0, max: (part.places ?? 1) - 1, "aria-label": said, disabled: !app.hand });
  element.addEventListener("change", () => void app.act(`set ${part.name} ${element.value}`));
  const here = placeOf(app, index);
  return {
    element,
    show() {
      element.value = String(here());
    },
  };
}

/**
 * Where a selector stands; while it is on its way, the place that it left.
 * @param {App} app
 * @param {number} part
 * @returns {() => number}
 */
function placeOf(app, part) {
  return () => app.timeline.lastPlace(part);
}

/**
 * A part's name and, where it differs, the label after it, as the prompt writes them.
 * @param {Part} part
 * @returns {(string | HTMLElement)[]}
 */
function written(part) {
  if (!part.label || part.label === part.name) return [part.name];
  return [part.name, " ", el("span", { class: "label" }, part.label)];
}
