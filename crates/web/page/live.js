// The live page: makes a machine, shows it, and keeps in touch with the program that serves it.

/** @import { Acted } from "./app.js" */
/** @import { Machine } from "./timeline.js" */
import { App } from "./app.js";
import { el } from "./dom.js";
import { circuits, handOf, listen, newMachine, reloaded, sameMachine } from "./server.js";
import { sameBeginning } from "./timeline.js";

/** Under this name a tab remembers its machine, so that a reload of the page does not end the play. */
const MACHINE_KEPT = "kiber-machine";

const AGAIN_MS = 2000;

class Live {
  constructor() {
    this.root = /** @type {HTMLElement} */ (document.getElementById("app"));
    /** @type {App | null} */
    this.app = null;
    /** @type {EventSource | null} */
    this.events = null;
    /** @type {HTMLElement | null} */
    this.picker = null;
    this.lost = false;
    this.retry = 0;
  }

  async begin() {
    this.picker = await this.makePicker();
    const kept = keptMachine();
    const machine = kept ? await sameMachine(kept) : null;
    if (machine && !("error" in machine)) this.show(machine);
    else await this.start(wantedCircuit());
    addEventListener("popstate", () => void this.start(wantedCircuit()));
  }

  /** @returns {Promise<HTMLElement | null>} */
  async makePicker() {
    const known = await circuits();
    if ("error" in known || known.length < 2) return null;
    const select = el("select", { class: "picker", "aria-label": "Circuit" }, ...known.map(({ name, title }) => el("option", { value: name }, `${name}: ${title}`)));
    select.addEventListener("change", () => {
      history.pushState(null, "", `?circuit=${encodeURIComponent(select.value)}`);
      void this.start(select.value);
    });
    return select;
  }

  /** @param {string | null} circuit */
  async start(circuit) {
    const machine = await newMachine(circuit);
    if ("error" in machine) this.refuse(machine.error, circuit);
    else this.show(machine);
  }

  /**
   * @param {string} error
   * @param {string | null} circuit
   */
  refuse(error, circuit) {
    const again = el("button", { type: "button" }, "Try again");
    again.addEventListener("click", () => void this.start(circuit));
    this.root.replaceChildren(el("div", { class: "waiting", role: "alert" }, el("p", {}, error), again));
  }

  /** @param {Machine} machine */
  show(machine) {
    this.app?.end();
    this.events?.close();
    const before = this.app;
    if (this.picker instanceof HTMLSelectElement) this.picker.value = machine.name;
    const known = { version: machine.version ?? 0 };
    const app = new App(machine, handOf(machine, known, () => void this.found(machine.id ?? "")), this.picker);
    if (before) app.adopt(before);
    this.app = app;
    app.showIn(this.root);
    keepMachine(machine.id);
    if (machine.refused?.length) app.layout.say(["Not all of it could be done again:", ...machine.refused], true);
    this.listen(machine.id ?? "", known);
  }

  /**
   * @param {string} id
   * @param {{ version: number }} known
   */
  listen(id, known) {
    const { app } = this;
    if (!app) return;
    this.events = listen(id, {
      hello: (version) => {
        this.lost = false;
        app.layout.notice("lost", null);
        // What an action of this page brings is on its way when the queue is not empty.
        app.queue = app.queue.then(() => {
          if (version > known.version) void this.found(id);
        });
      },
      lost: () => this.tellLost(id),
      changed: () =>
        app.layout.notice("changed", "The circuit’s file has changed on disk.", [{ title: "Load it and do all again", does: () => void this.reload(id) }]),
      appended: (answer) => this.appended(app, id, known, answer),
      gone: () => void this.found(id),
    });
  }

  /** @param {string} id */
  tellLost(id) {
    this.lost = true;
    this.app?.layout.notice("lost", "The program that serves this page does not answer. What has happened can still be gone through; trying again…");
    clearTimeout(this.retry);
    // The browser tries again by itself, but not after an answer that says no.
    this.retry = setTimeout(() => {
      if (this.events?.readyState === EventSource.CLOSED) void this.found(id);
    }, AGAIN_MS);
  }

  /**
   * The line is there again: takes the machine as it is now, or one that does all of it again.
   * @param {string} id
   */
  async found(id) {
    const machine = await sameMachine(id);
    if (!("error" in machine)) {
      this.lost = false;
      this.show(machine);
    } else if (machine.status === 404) {
      this.lost = false;
      this.app?.layout.notice("lost", "The program has been started anew and knows nothing of this machine.", [
        { title: "Do all again", does: () => void this.again() },
        { title: "Begin afresh", does: () => void this.start(wantedCircuit()) },
      ]);
    } else {
      this.tellLost(id);
    }
  }

  /** A new machine, on which everything is done once more that has not been done to it already. */
  async again() {
    const { app: before } = this;
    const all = before?.timeline.titles() ?? [];
    await this.start(wantedCircuit());
    const { app } = this;
    if (!app || app === before) return;
    const { player, timeline } = app;
    // The program may have begun with a script, which is among what was done before.
    const same = sameBeginning(all, timeline.titles());
    const [speed, stops] = [player.speed, player.stops];
    [player.speed, player.stops] = [Infinity, []];
    player.goTo(timeline.lastOf(same));
    for (const title of all.slice(same)) if (!(await app.act(title))) break;
    [player.speed, player.stops] = [speed, stops];
  }

  /** @param {string} id */
  async reload(id) {
    const machine = await reloaded(id);
    if ("error" in machine) this.app?.layout.say([machine.error], true);
    else this.show(machine);
  }

  /**
   * The server has done something by itself, as letting go the buttons of whoever was cut off.
   * @param {App} app
   * @param {string} id
   * @param {{ version: number }} known
   * @param {Acted & { version: number }} answer
   */
  appended(app, id, known, answer) {
    app.queue = app.queue.then(() => {
      if (answer.version <= known.version) return;
      if (answer.version > known.version + 1) {
        void this.found(id);
        return;
      }
      known.version = answer.version;
      const { atEnd } = app.player;
      app.extend(answer);
      // Who looks at what was before is not taken away from it.
      if (!atEnd) app.layout.update();
      else app.showFrom(app.timeline.firsts.at(-1) ?? app.timeline.last);
    });
  }
}

/** @returns {string | null} */
function wantedCircuit() {
  return new URLSearchParams(location.search).get("circuit");
}

/**
 * The machine of this tab, if the page is only being loaded again. A tab that was copied has the same
 * memory, but is another machine.
 * @returns {string | null}
 */
function keptMachine() {
  const [navigation] = performance.getEntriesByType("navigation");
  if (!(navigation instanceof PerformanceNavigationTiming) || navigation.type !== "reload") return null;
  try {
    return sessionStorage.getItem(MACHINE_KEPT);
  } catch {
    return null;
  }
}

/** @param {string | null} id */
function keepMachine(id) {
  try {
    sessionStorage.setItem(MACHINE_KEPT, id ?? "");
  } catch {
    // Where nothing may be kept, a reload begins afresh.
  }
}

void new Live().begin();
