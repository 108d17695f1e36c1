// Light, dark, or as the system has it.

import { el, icon } from "./dom.js";

const THEMES = /** @type {const} */ (["auto", "light", "dark"]);
const THEME_KEPT = "kiber-theme";
const THEME_SAID = { auto: "as the system has it", light: "light", dark: "dark" };

export class Theme {
  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    /** @type {typeof THEMES[number]} */
    this.theme = "auto";
    this.button = el("button", { type: "button", class: "tool" }, icon("M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1zm0 2v10A5 5 0 0 1 8 3z"));
    this.button.addEventListener("click", () => this.next());
    try {
      const before = localStorage.getItem(THEME_KEPT);
      this.set(THEMES.find((theme) => theme === before) ?? "auto");
    } catch {
      this.set("auto");
    }
  }

  next() {
    this.set(THEMES[(THEMES.indexOf(this.theme) + 1) % THEMES.length]);
    try {
      localStorage.setItem(THEME_KEPT, this.theme);
    } catch {
      // Without a place to keep it the choice holds until the page is closed.
    }
  }

  /** @param {typeof THEMES[number]} theme */
  set(theme) {
    this.theme = theme;
    document.documentElement.dataset.theme = theme;
    const said = `Colours: ${THEME_SAID[theme]} (d)`;
    this.button.setAttribute("aria-label", said);
    this.button.title = said;
    this.changed();
  }
}
