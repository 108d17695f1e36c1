// The one thing that was chosen: what it is, how it stands, and why.

/** @import { App } from "./app.js" */
/** @import { Thing } from "./names.js" */
/** @import { Part, State } from "./timeline.js" */
import { el, setText } from "./dom.js";
import { counted, milliamperes } from "./words.js";

/**
 * @typedef {object} Highlight
 * @property {number[]} [contacts]
 * @property {number[]} [nets]
 * @property {number[]} [parts]
 *
 * @typedef {{ lines: string[], highlight?: Highlight }} Reason
 */

/** So long the cursor must rest before the reason is asked for anew. */
const REST_MS = 180;

const KINDS = /** @type {Record<string, string>} */ ({
  relay: "relay", bistable: "bistable relay", impulse: "impulse relay", polarized: "polarized relay", delay: "delay relay",
  stepper: "stepper", button: "push-button", toggle: "toggle", selector: "selector", lamp: "lamp", source: "source",
  resistor: "resistor", capacitor: "capacitor", diode: "diode", fuse: "fuse", wire: "wire",
});

/**
 * @param {Part} part
 * @returns {string}
 */
export function kindOf(part) {
  return KINDS[part.kind] ?? part.kind;
}

/** Letters that look like others: `P1 (Р1)`, one of them Cyrillic, says nothing to an eye. */
const TWINS = /** @type {Record<string, string>} */ ({ А: "A", В: "B", Е: "E", К: "K", М: "M", Н: "H", О: "O", Р: "P", С: "C", Т: "T", Х: "X", "′": "'", "’": "'" });

/**
 * A part's name, with its label if that is another and looks like another.
 * @param {Part} part
 * @returns {string}
 */
export function fullName(part) {
  const seen = [...(part.label ?? part.name)].map((letter) => TWINS[letter] ?? letter).join("");
  return seen === part.name ? part.name : `${part.name} (${part.label})`;
}

/**
 * How a part stands, with its current.
 * @param {State} state
 * @param {number} part
 * @returns {string}
 */
export function standing(state, part) {
  const word = state.words[part];
  const current = milliamperes(state.ma[part]);
  if (word === "-") return current;
  return current ? `${word}, ${current}` : word;
}

export class About {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {Thing | null} */
    this.thing = null;
    this.timer = 0;
    this.asked = 0;
    this.title = el("h2", { id: "about-title" });
    this.state = el("p", { class: "about-state" });
    this.note = el("p", { class: "note" });
    this.reason = el("div", { class: "reason", "aria-live": "polite" });
    const close = el("button", { type: "button", class: "close", "aria-label": "Close", title: "Close (Esc)" }, "×");
    close.addEventListener("click", () => this.choose(null));
    this.element = el(
      "aside",
      { class: "about", "aria-labelledby": "about-title", hidden: true },
      el("header", {}, this.title, close),
      this.state,
      this.note,
      this.reason,
    );
  }

  /** @param {Thing | null} thing */
  choose(thing) {
    this.thing = thing;
    this.element.hidden = thing === null;
    this.app.views.ladder.choose(thing);
    if (thing === null) {
      this.asked += 1;
      return;
    }
    const { machine } = this.app;
    const part = "part" in thing ? machine.parts[thing.part] : null;
    setText(this.title, part ? `${fullName(part)}, ${kindOf(part)}` : titleOf(thing, this.app));
    setText(this.note, part?.note ?? "");
    this.note.hidden = !part?.note;
    this.reason.replaceChildren();
    this.describe();
    void this.ask();
  }

  describe() {
    if (!this.thing) return;
    const { machine, timeline } = this.app;
    const { state } = timeline;
    const { thing } = this;
    if ("part" in thing) {
      const { contacts } = machine.parts[thing.part];
      const closed = contacts.filter((contact) => state.closed[contact].length > 0).map((contact) => contactWords(contact, this.app));
      const said = contacts.length === 0 ? "" : `Closed: ${closed.length === 0 ? `none of ${counted(contacts.length, "contact")}` : closed.join(", ")}.`;
      setText(this.state, [capital(standing(state, thing.part)), said].filter(Boolean).join(". "));
    } else if ("contact" in thing) {
      const sides = state.closed[thing.contact];
      const { form } = machine.contacts[thing.contact];
      const how = sides.length === 0 ? "Open" : form === "changeover" || form === "wafer" ? `Closed on its ${sides.join(", ")} side` : "Closed";
      setText(this.state, `${how}, ${state.carrying[thing.contact].length > 0 ? "carries current" : "carries no current"}.`);
    } else {
      setText(this.state, `${NET_SAID[state.potentials[thing.net]] ?? capital(state.potentials[thing.net])}; ${state.current[thing.net] ? "current flows" : "no current flows"}.`);
    }
  }

  async ask() {
    const { hand, player, views } = this.app;
    const { thing } = this;
    if (!hand || !thing) return;
    this.asked += 1;
    const { asked } = this;
    const answer = await hand.why(this.app.place(), player.after, thing);
    // Meanwhile something else may have been chosen, or the cursor have moved.
    if (asked !== this.asked) return;
    if ("error" in answer) {
      this.reason.replaceChildren(el("p", { class: "bad" }, answer.error));
      return;
    }
    this.reason.replaceChildren(...answer.lines.map((line) => el("p", {}, line)));
    views.ladder.highlight(answer.highlight ?? null);
  }

  update() {
    if (!this.thing) return;
    this.describe();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (!this.app.player.playing) void this.ask();
    }, REST_MS);
  }
}

const NET_SAID = /** @type {Record<string, string>} */ ({
  plus: "Joined to a plus rail",
  minus: "Joined to a minus rail",
  between: "At a potential between two rails",
  floating: "Floating: nothing drives it",
});

/**
 * @param {Thing} thing
 * @param {App} app
 * @returns {string}
 */
function titleOf(thing, app) {
  if ("contact" in thing) return `Contact ${app.machine.contacts[thing.contact].name}`;
  return `Net ${app.names.nameOf(thing)}`;
}

/**
 * @param {number} contact
 * @param {App} app
 * @returns {string}
 */
function contactWords(contact, app) {
  const { name, form } = app.machine.contacts[contact];
  return form === "changeover" || form === "wafer" ? `${name} ${app.timeline.state.closed[contact].join(" ")}` : name;
}

/**
 * @param {string} text
 * @returns {string}
 */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
