// The play against the automaton: matches, whose turn it is, what the machine has learnt.

/** @import { App } from "./app.js" */
/** @import { Changes, Game, Roles } from "./timeline.js" */
import { el, icon, setText } from "./dom.js";
import { counted, listed } from "./words.js";

const PRIMED = /['’′]$/;

const MATCH = "M7 5h2v10H7zM8 0c2 2 2 5 0 5S6 2 8 0";

export class GameCard {
  /**
   * @param {App} app
   * @param {Roles} roles
   */
  constructor(app, roles) {
    this.app = app;
    this.roles = roles;
    this.said = el("p", { class: "game-said" });
    this.score = el("p", { class: "score" });
    this.matches = roles.lamps.map((lamp, place) => this.match(lamp, place));
    this.memory = roles.memory.map((part) =>
      el("li", { class: "memory" }, el("span", { class: "dot", "aria-hidden": "true" }), el("span", {}, app.machine.parts[part].name)),
    );
    this.learnt = el("p", { class: "learnt" });
    this.element = el(
      "section",
      { class: "game", "aria-label": "The game" },
      this.said,
      el("div", { class: "matches", role: "group", "aria-label": "Matches" }, ...this.matches),
      this.score,
      el("div", { class: "memory-row" }, el("h3", {}, "Memory"), el("ul", { class: "memories" }, ...this.memory)),
      this.learnt,
    );
    this.show();
  }

  /**
   * A match is its lamp: taking it switches the toggle off.
   * @param {number} lamp
   * @param {number} place
   * @returns {HTMLButtonElement}
   */
  match(lamp, place) {
    const { app } = this;
    const toggle = this.roles.toggles[place];
    const element = el("button", { type: "button", class: "match" }, icon(MATCH));
    element.addEventListener("click", () => {
      const name = app.machine.parts[toggle]?.name;
      if (app.hand && name) void app.act(`${app.timeline.state.words[toggle] === "on" ? "off" : "on"} ${name}`);
      else app.choose({ part: lamp });
    });
    return element;
  }

  show() {
    const { state } = this.app.timeline;
    const { game } = state;
    this.roles.lamps.forEach((lamp, place) => {
      const there = state.words[lamp] === "lit";
      const button = this.matches[place];
      button.classList.toggle("gone", !there);
      button.setAttribute("aria-label", `Match ${place + 1}, ${there ? "lies there" : "taken"}`);
    });
    const stored = this.roles.memory.filter((part) => state.words[part] === "operated");
    this.roles.memory.forEach((part, place) => this.memory[place].classList.toggle("operated", stored.includes(part)));
    setText(this.learnt, this.learntWords(stored, game));
    if (!game) return;
    setText(this.said, game.said);
    this.element.dataset.turn = game.turn ?? "";
    setText(this.score, scoreWords(game));
  }

  /**
   * @param {number[]} stored memory relays that have operated
   * @param {Game | null} game
   * @returns {string}
   */
  learntWords(stored, game) {
    if (stored.length === 0) return "Nothing has been learnt yet: no strategy is switched off.";
    const { parts } = this.app.machine;
    const off = stored.flatMap((part) => {
      const told = game?.memory_of?.[part]?.map((other) => parts[other].name);
      // A memory relay is called after the relay that it switches off, with a prime.
      const { name } = parts[part];
      return told ?? (PRIMED.test(name) ? [name.replace(PRIMED, "")] : []);
    });
    if (off.length < stored.length) return `The memory has ${counted(stored.length, "relay")} operated.`;
    return `Switched off: ${listed(off)}, ${off.length === 1 ? "a strategy that has" : "strategies that have"} lost.`;
  }

  /** @param {Changes} changes */
  update(changes) {
    if (changes.game || [...this.roles.lamps, ...this.roles.memory].some((part) => changes.parts.has(part))) this.show();
  }
}

/**
 * @param {Game} game
 * @returns {string}
 */
export function scoreWords(game) {
  const played = game.games === 0 ? "No game has been played to its end yet." : `${counted(game.games, "game")} played, the automaton has lost ${game.losses}.`;
  // Who breaks its relays or takes its memory away makes it lose more than it would by itself.
  if (game.at_most === undefined || game.losses > game.at_most) return played;
  return `${played} Its lesson: ${game.losses} of at most ${counted(game.at_most, "loss", "losses")}.`;
}
