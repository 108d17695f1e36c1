// The requests to the program that serves this page.

/** @import { Reason } from "./about.js" */
/** @import { Acted, Hand, Refusal } from "./app.js" */
/** @import { Thing } from "./names.js" */
/** @import { Machine } from "./timeline.js" */

/** What the page says when nobody answers. */
const GONE = "The program does not answer. Is kiber serve still running?";

/**
 * @template T
 * @param {string} path
 * @param {object} [body] with one it is a POST
 * @returns {Promise<T | Refusal & { status: number, version?: number }>}
 */
async function ask(path, body) {
  /** @type {RequestInit} */
  const post = { method: "POST", headers: { "Content-Type": "application/json", "X-Kiber": "1" }, body: JSON.stringify(body ?? {}) };
  let status = 0;
  try {
    const answer = await fetch(path, body ? post : undefined);
    status = answer.status;
    const value = await answer.json();
    if (answer.ok) return value;
    const error = String(value.error ?? `The program refused this (${status}).`);
    return { error: [error, ...(value.findings ?? [])].join("\n"), near: value.near, status, version: value.version };
  } catch {
    return { error: status === 0 ? GONE : `The program’s answer could not be read (${status}).`, status };
  }
}

/**
 * @param {string | null} circuit nothing: the one that the program was given
 * @returns {Promise<Machine | Refusal & { status: number }>}
 */
export function newMachine(circuit) {
  return ask("/api/machines", { circuit });
}

/**
 * @param {string} id
 * @returns {Promise<Machine | Refusal & { status: number }>}
 */
export function sameMachine(id) {
  return ask(pathOf(id));
}

/**
 * @param {string} id
 * @returns {Promise<Machine | Refusal & { status: number }>}
 */
export function reloaded(id) {
  return ask(`${pathOf(id)}/reload`, {});
}

/** @returns {Promise<{ name: string, title: string }[] | Refusal & { status: number }>} */
export function circuits() {
  return ask("/api/circuits");
}

/**
 * What a machine is asked for, with the number of changes that the page knows of: whoever acts on what is
 * no longer the case is told so.
 * @param {Machine} machine
 * @param {{ version: number }} known
 * @param {() => void} outdated called when the server knows of more
 * @returns {Hand}
 */
export function handOf(machine, known, outdated) {
  const path = pathOf(machine.id ?? "");
  return {
    async act(at, after, line) {
      /** @type {Acted & { version: number } | Refusal & { status: number, version?: number }} */
      const answer = await ask(`${path}/act`, { at, after_us: after, line, version: known.version });
      if (!("error" in answer)) known.version = answer.version;
      else if (answer.version !== undefined) outdated();
      return answer;
    },
    /** @returns {Promise<Reason | Refusal>} */
    why: (at, after, /** @type {Thing} */ thing) => ask(`${path}/why`, { at, after_us: after, ...thing }),
    files: [
      { name: `${machine.name}.script`, href: `${path}/script`, title: "What was done, as a script" },
      { name: `${machine.name}.trace`, href: `${path}/trace`, title: "What happened, as a trace" },
      { name: `${machine.name}-timing.svg`, href: `${path}/timing.svg`, title: "Timing diagram (SVG)" },
      { name: `${machine.name}.html`, href: `${path}/html`, title: "A page to give away" },
    ],
  };
}

/**
 * @param {string} id
 * @returns {string}
 */
function pathOf(id) {
  return `/api/machines/${encodeURIComponent(id)}`;
}

/**
 * What the server says by itself. The browser connects again by itself when the line is lost.
 * @param {string} id
 * @param {{ hello: (version: number) => void, lost: () => void, changed: () => void, appended: (answer: Acted & { version: number }) => void, gone: () => void }} told
 * @returns {EventSource}
 */
export function listen(id, told) {
  const source = new EventSource(`${pathOf(id)}/events`);
  source.addEventListener("hello", (event) => told.hello(Number(JSON.parse(event.data).version ?? 0)));
  source.addEventListener("changed", () => told.changed());
  source.addEventListener("gone", () => told.gone());
  source.addEventListener("appended", (event) => told.appended(JSON.parse(event.data)));
  source.addEventListener("error", () => told.lost());
  return source;
}
