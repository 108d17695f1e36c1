// Shortcuts, and the page that lists them.

/** @import { App } from "./app.js" */
import { el } from "./dom.js";

/** @typedef {{ keys: string, says: string, does?: Record<string, () => void> }} Shortcut */

/** Letters as shortcuts get in the way of whoever speaks to the computer; they can be switched off. */
const LETTERS_KEPT = "kiber-letters";

export class Keys {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    const { player, views } = app;
    /** @type {Shortcut[]} */
    this.shortcuts = [
      { keys: "← →", says: "back and forward by an instant", does: { ArrowLeft: () => player.back(), ArrowRight: () => player.forward() } },
      {
        keys: "Shift + ← →, or [ ]",
        says: "back and forward by an action",
        does: { "Shift+ArrowLeft": () => player.backDeed(), "Shift+ArrowRight": () => player.forwardDeed(), "[": () => player.backDeed(), "]": () => player.forwardDeed() },
      },
      { keys: "Home End", says: "to the beginning and to the end", does: { Home: () => player.goTo(0), End: () => player.goTo(app.timeline.last) } },
      { keys: "p", says: "play and pause", does: { p: () => app.playOrPause() } },
      { keys: "n N", says: "on to the next break-point, back to the one before", does: { n: () => player.runOn(), N: () => player.runBack() } },
      { keys: "l", says: "to the line where actions are typed", does: { l: () => app.layout.line.focus() } },
      { keys: "b", says: "a new break-point", does: { b: () => app.layout.askStop() } },
      { keys: "/", says: "search in the trace", does: { "/": () => app.layout.open("trace", views.trace.input) } },
      { keys: "+ − 0", says: "drawing larger, smaller, whole", does: { "+": () => views.ladder.zoomBy(1.25), "-": () => views.ladder.zoomBy(0.8), 0: () => views.ladder.fit() } },
      { keys: "f", says: "the drawing follows what moves, or stays", does: { f: () => views.ladder.toggleFollow() } },
      { keys: "d", says: "light, dark, or as the system has it", does: { d: () => app.layout.theme.next() } },
      { keys: "Esc", says: "closes what is open", does: { Escape: () => this.close() } },
      { keys: "?", says: "this list", does: { "?": () => this.show() } },
      { keys: "Tab, Space or Enter", says: "through the panel; a button is down for as long as the key is, with Shift it stays down" },
      { keys: "Alt + arrows", says: "move the drawing, when it has the focus" },
      { keys: "↑ ↓ in the line", says: "what was typed before" },
    ];
    this.letters = el("input", { type: "checkbox", checked: kept() });
    this.dialog = this.makeDialog();
    document.addEventListener("keydown", (event) => this.press(event), { signal: app.ended });
  }

  makeDialog() {
    const close = el("button", { type: "submit" }, "Close");
    this.letters.addEventListener("change", () => {
      try {
        localStorage.setItem(LETTERS_KEPT, this.letters.checked ? "on" : "off");
      } catch {
        // A page from a file may have no place to keep this; it then holds until the page is closed.
      }
    });
    return el(
      "dialog",
      { class: "help", "aria-labelledby": "help-title" },
      el("h2", { id: "help-title" }, "Keys"),
      el("dl", {}, ...this.shortcuts.flatMap(({ keys, says }) => [el("dt", {}, keys), el("dd", {}, says)])),
      el("label", { class: "check" }, this.letters, "single letters are shortcuts"),
      el("h2", {}, "Mouse and finger"),
      el("p", {}, "Click a lamp, a relay in the list, or anything in the drawing, and the page says why it is so. A button is down while it is held; a click lasts at least 100 ms of the machine’s time. In the diagram and the trace a click goes to that moment."),
      el("h2", {}, "The line"),
      el("p", {}, "Whatever a script may say: press KN1, hold KN2, free KN2, off V5, V6, wait 20ms, weld P1/1. Besides: why P1, and stop when P8' operated, L9 lit."),
      el("form", { method: "dialog" }, close),
    );
  }

  show() {
    if (!this.dialog.open) this.dialog.showModal();
  }

  close() {
    this.app.layout.closeMenus(null);
    this.app.choose(null);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || this.dialog.open) return;
    const { target } = event;
    if (target instanceof HTMLElement && ownsKeys(target, event.key)) return;
    const single = event.key.length === 1;
    if (single && !this.letters.checked) return;
    const name = event.shiftKey && !single ? `Shift+${event.key}` : event.key;
    for (const { does } of this.shortcuts) {
      const work = does?.[name];
      if (!work) continue;
      event.preventDefault();
      work();
      return;
    }
  }
}

/**
 * Whether an element has a use of its own for a key.
 * @param {HTMLElement} element
 * @param {string} key
 * @returns {boolean}
 */
function ownsKeys(element, key) {
  if (key === "Escape") return false;
  if (element instanceof HTMLInputElement) return element.type !== "checkbox";
  if (element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement) return true;
  const role = element.getAttribute("role");
  return (role === "tab" || role === "radio") && key.startsWith("Arrow");
}

/** @returns {boolean} */
function kept() {
  try {
    return localStorage.getItem(LETTERS_KEPT) !== "off";
  } catch {
    return true;
  }
}
