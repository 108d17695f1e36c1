// Where everything stands on the page: panes, the row of buttons for time, and the line.

/** @import { App } from "./app.js" */
import { el, icon, offerFile, setText } from "./dom.js";
import { Keys } from "./keys.js";
import { SPEEDS } from "./player.js";
import { Theme } from "./theme.js";
import { milliseconds } from "./words.js";

/** Narrower than this there is room for one pane at a time. */
const NARROW = "(max-width: 760px)";

const PLAY = "M4 2l10 6-10 6z";
const PAUSE = "M3 2h4v12H3zM9 2h4v12H9z";

/** @typedef {"panel" | "drawing" | "relays" | "timing" | "trace"} PaneName */

/** @type {{ name: PaneName, title: string }[]} */
const PANES = [
  { name: "panel", title: "Panel" },
  { name: "drawing", title: "Drawing" },
  { name: "relays", title: "Relays" },
  { name: "timing", title: "Timing" },
  { name: "trace", title: "Trace" },
];

export class Layout {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    const { machine, views, hand } = app;
    this.theme = new Theme(() => views.diagram.drawSoon());
    this.notices = el("div", { class: "notices" });
    this.line = el("input", {
      type: "text", class: "line-input", autocomplete: "off", autocapitalize: "off", spellcheck: "false", list: "actions",
      placeholder: hand ? "press KN1, why P1, stop when P8' operated…" : "stop when P8' operated…",
      "aria-label": "Type an action",
    });
    const first = machine.panel.flat().find(({ part }) => machine.parts[part].kind === "button");
    if (first && hand) this.line.placeholder = `press ${machine.parts[first.part].name}, why…, stop when…`;
    this.said = el("div", { class: "said", role: "status", "aria-live": "polite" });
    this.slider = el("input", { type: "range", class: "moments", min: 0, max: 0, value: 0, "aria-label": "Moment" });
    this.when = el("output", { class: "when" });
    this.doing = el("span", { class: "doing" });
    this.playButton = el("button", { type: "button", class: "tool play" });
    this.speed = el("select", { class: "speed", "aria-label": "How fast time passes" },
      ...SPEEDS.map(({ name, speed }) => el("option", { value: String(speed), selected: speed === app.player.speed }, name)));
    this.stopInput = el("input", { type: "text", placeholder: "P8' operated, L9 lit", autocomplete: "off", spellcheck: "false", "aria-label": "Stop when" });
    this.stopList = el("ul", {});
    this.stopCount = el("span", {}, "Stops");
    this.stops = this.makeStops();
    /** @type {string[]} */
    this.typed = [];
    this.typedAt = 0;

    /** @type {Map<PaneName, HTMLElement>} */
    this.panes = new Map();
    /** @type {Map<PaneName, HTMLButtonElement>} */
    this.tabs = new Map();
    const bodies = { panel: this.front(), drawing: views.ladder.element, relays: views.relays.element, timing: views.diagram.element, trace: views.trace.element };
    for (const { name, title } of PANES) {
      const pane = el("section", { class: `pane ${name}`, id: `pane-${name}`, "aria-label": title }, el("h2", {}, title), bodies[name]);
      const tab = el("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `pane-${name}` }, title);
      tab.addEventListener("click", () => this.open(name));
      this.panes.set(name, pane);
      this.tabs.set(name, tab);
    }
    this.tabRow = el("nav", { class: "tabs", role: "tablist", "aria-label": "Parts of the page" }, ...this.tabs.values());
    this.tabRow.addEventListener("keydown", (event) => this.alongTabs(event));
    this.keys = new Keys(app);
    this.element = el(
      "div",
      { class: `page${hand ? "" : " replay"}` },
      this.top(),
      this.notices,
      this.tabRow,
      el("main", { class: "board" }, ...this.panes.values(), views.about.element),
      this.transport(),
      this.keys.dialog,
      this.suggestions(),
    );
    addEventListener("pointerdown", ({ target }) => this.closeMenus(target instanceof Node ? target : null), { signal: app.ended });
    this.narrow = matchMedia(NARROW);
    this.narrow.addEventListener("change", () => this.arrange(), { signal: app.ended });
    /** @type {PaneName} */
    this.current = "panel";
    this.arrange();
  }

  top() {
    const { app } = this;
    const help = el("button", { type: "button", class: "tool", "aria-label": "Keys and help (?)", title: "Keys and help (?)" }, "?");
    help.addEventListener("click", () => this.keys.show());
    return el(
      "header",
      { class: "top" },
      el("h1", {}, app.machine.title),
      this.origin(),
      app.picker,
      el("details", { class: "menu" }, el("summary", {}, "Save"), el("div", { class: "menu-body" }, ...this.files())),
      this.theme.button,
      help,
    );
  }

  /** From what a recorded run was made. */
  origin() {
    const { exported } = this.app.machine;
    const from = exported?.trace ?? exported?.script;
    return from ? el("span", { class: "origin" }, `recorded: ${from}`) : null;
  }

  /** @returns {HTMLElement[]} */
  files() {
    const { machine, timeline, hand } = this.app;
    if (hand) return hand.files.map(({ name, href, title }) => el("a", { href, download: name }, title));
    /**
     * @param {string} title
     * @param {string} name
     * @param {() => string} text
     */
    const offered = (title, name, text) => {
      const made = el("button", { type: "button" }, title);
      made.addEventListener("click", () => offerFile(name, text()));
      return made;
    };
    return [
      offered("Script", `${machine.name}.script`, () => timeline.script()),
      offered("Trace", `${machine.name}.trace`, () => timeline.trace()),
    ];
  }

  front() {
    const { app } = this;
    const { description } = app.machine;
    return el(
      "div",
      { class: "front-pane" },
      app.views.game?.element,
      app.views.panel.element,
      description ? el("details", { class: "description" }, el("summary", {}, "What this is"), el("p", {}, description)) : null,
    );
  }

  transport() {
    const { app } = this;
    const { player } = app;
    /**
     * @param {string} name
     * @param {string} path
     * @param {() => void} work
     */
    const step = (name, path, work) => {
      const made = el("button", { type: "button", class: "tool", "aria-label": name, title: name }, icon(path));
      made.addEventListener("click", work);
      return made;
    };
    this.slider.addEventListener("input", () => {
      player.pause();
      player.goTo(Number(this.slider.value));
    });
    this.playButton.addEventListener("click", () => app.playOrPause());
    this.speed.addEventListener("change", () => app.setSpeed(Number(this.speed.value)));
    const form = el("form", { class: "line-form" }, this.line, el("button", { type: "submit" }, "Do"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.submit();
    });
    this.line.addEventListener("keydown", (event) => this.recall(event));
    return el(
      "footer",
      { class: "transport" },
      el(
        "div",
        { class: "steps", role: "group", "aria-label": "Time" },
        step("Back by an action (Shift ←)", "M8 2v5l6-5v12L8 9v5L1 8z", () => player.backDeed()),
        step("Back by an instant (←)", "M12 2v12L3 8z", () => player.back()),
        this.playButton,
        step("Forward by an instant (→)", "M4 2v12l9-6z", () => player.forward()),
        step("Forward by an action (Shift →)", "M8 2v5L2 2v12l6-5v5l7-6z", () => player.forwardDeed()),
      ),
      this.slider,
      el("div", { class: "clock" }, this.when, this.doing),
      el("div", { class: "choices" }, this.speed, this.stops),
      form,
      this.said,
    );
  }

  makeStops() {
    const add = el("form", { class: "stop-form" }, this.stopInput, el("button", { type: "submit" }, "Add"));
    add.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.app.stopWhen(this.stopInput.value)) this.stopInput.value = "";
    });
    const next = el("button", { type: "button" }, "On to the next (n)");
    next.addEventListener("click", () => this.app.player.runOn());
    const before = el("button", { type: "button" }, "Back to the one before (N)");
    before.addEventListener("click", () => this.app.player.runBack());
    return el("details", { class: "menu stops" }, el("summary", { title: "Break-points: stop when…" }, this.stopCount), el("div", { class: "menu-body" }, el("p", {}, "Stop when"), add, this.stopList, next, before));
  }

  listStops() {
    const { player } = this.app;
    setText(this.stopCount, player.stops.length === 0 ? "Stops" : `Stops (${player.stops.length})`);
    this.stopList.replaceChildren(
      ...player.stops.map((stop) => {
        const remove = el("button", { type: "button", "aria-label": `Remove ${stop.text}` }, "×");
        remove.addEventListener("click", () => {
          player.stops = player.stops.filter((each) => each !== stop);
          this.listStops();
          this.stopInput.focus();
        });
        return el("li", {}, stop.text, remove);
      }),
    );
  }

  askStop() {
    this.stops.setAttribute("open", "");
    this.stopInput.focus();
  }

  /**
   * Closes the menus that are open, but for the one in which something is done.
   * @param {Node | null} inside
   */
  closeMenus(inside) {
    for (const menu of this.element.querySelectorAll(".menu[open]")) if (!menu.contains(inside)) menu.removeAttribute("open");
  }

  /** What can be typed about each thing on the panel. */
  suggestions() {
    const { parts } = this.app.machine;
    const words = parts.flatMap(({ kind, name }) => {
      if (kind === "button") return [`press ${name}`, `hold ${name}`, `free ${name}`];
      if (kind === "toggle") return [`flip ${name}`];
      return [];
    });
    return el("datalist", { id: "actions" }, ...words.slice(0, 300).map((value) => el("option", { value })));
  }

  async submit() {
    const text = this.line.value.trim();
    if (!text) return;
    this.typed.push(text);
    this.typedAt = this.typed.length;
    const done = await this.app.line(text);
    // What was refused stays, to be put right.
    if (done && this.line.value.trim() === text) this.line.value = "";
  }

  /** @param {KeyboardEvent} event */
  recall(event) {
    if (event.key === "Escape") this.line.blur();
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    const next = this.typedAt + (event.key === "ArrowUp" ? -1 : 1);
    if (next < 0 || next > this.typed.length) return;
    event.preventDefault();
    this.typedAt = next;
    this.line.value = this.typed[next] ?? "";
  }

  /** One pane at a time where there is little room, else all of them. */
  arrange() {
    const narrow = this.narrow.matches;
    for (const { name, title } of PANES) {
      const pane = this.panes.get(name);
      const tab = this.tabs.get(name);
      const open = name === this.current;
      if (!pane || !tab) continue;
      pane.hidden = narrow && !open;
      pane.setAttribute("role", narrow ? "tabpanel" : "region");
      if (narrow) pane.setAttribute("aria-labelledby", `tab-${name}`);
      else pane.removeAttribute("aria-labelledby");
      pane.setAttribute("aria-label", title);
      tab.setAttribute("aria-selected", String(open));
      tab.tabIndex = open ? 0 : -1;
    }
  }

  /**
   * @param {PaneName} name
   * @param {HTMLElement} [focus]
   */
  open(name, focus) {
    this.current = name;
    this.arrange();
    const { views } = this.app;
    if (name === "trace") views.trace.shown();
    if (name === "relays") views.relays.shown();
    if (name === "timing") views.diagram.shown();
    focus?.focus();
  }

  /** @param {KeyboardEvent} event */
  alongTabs(event) {
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (way === undefined) return;
    event.preventDefault();
    const at = PANES.findIndex(({ name }) => name === this.current);
    const { name } = PANES[(at + way + PANES.length) % PANES.length];
    this.open(name, this.tabs.get(name));
  }

  /**
   * Says something below the line.
   * @param {string[]} lines
   * @param {boolean} [bad]
   * @param {string[]} [near] what may have been meant; a word between backticks can be taken over by a click
   */
  say(lines, bad = false, near = []) {
    this.said.classList.toggle("bad", bad);
    this.said.replaceChildren(
      ...lines.map((line) => el("p", {}, line)),
      ...near.map((line) => el("p", {}, ...line.split("`").map((piece, index) => (index % 2 === 1 ? this.takeOver(piece) : piece)))),
    );
  }

  /**
   * A word that a click puts in the place of the last one in the line.
   * @param {string} word
   * @returns {HTMLElement}
   */
  takeOver(word) {
    const button = el("button", { type: "button", class: "near" }, word);
    button.addEventListener("click", () => {
      this.line.value = this.line.value.includes(" ") ? this.line.value.replace(/\S+$/, () => word) : word;
      this.line.focus();
    });
    return button;
  }

  /**
   * A banner that stays until something is done about it. One of a kind at a time.
   * @param {string} kind
   * @param {string | null} text nothing takes the banner away
   * @param {{ title: string, does: () => void }[]} [offers]
   */
  notice(kind, text, offers = []) {
    this.notices.querySelector(`[data-kind="${kind}"]`)?.remove();
    if (text === null) return;
    const banner = el("div", { class: "notice", role: "alert", "data-kind": kind }, el("p", {}, text));
    for (const { title, does } of [...offers, { title: "Later", does: () => undefined }]) {
      const button = el("button", { type: "button" }, title);
      button.addEventListener("click", () => {
        banner.remove();
        does();
      });
      banner.append(button);
    }
    this.notices.append(banner);
  }

  update() {
    const { timeline, player } = this.app;
    const deed = timeline.deeds[timeline.deedOf[timeline.here]];
    const max = String(timeline.last);
    if (this.slider.max !== max) this.slider.max = max;
    const value = String(timeline.here);
    if (this.slider.value !== value) {
      this.slider.value = value;
    }
    const when = milliseconds(player.time);
    setText(this.when, when);
    setText(this.doing, deed.title);
    const said = `${deed.title}, ${when}`;
    if (this.slider.getAttribute("aria-valuetext") !== said) this.slider.setAttribute("aria-valuetext", said);
    const playing = player.playing ? "Pause (p)" : "Play (p)";
    if (this.playButton.title !== playing) {
      this.playButton.title = playing;
      this.playButton.setAttribute("aria-label", playing);
      this.playButton.replaceChildren(icon(player.playing ? PAUSE : PLAY));
    }
    const ended = player.atEnd && !player.playing;
    if (this.playButton.disabled !== ended) this.playButton.disabled = ended;
  }
}
