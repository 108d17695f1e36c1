// The page's modules as one, joined as the exported page joins them.

import { readFileSync } from "node:fs";

const PAGE = new URL("../../crates/web/page/", import.meta.url);

/**
 * The modules that modules.txt lists, with where each belongs.
 * @returns {{ name: string, where: string, text: string }[]}
 */
export function modules() {
  const list = readFileSync(new URL("modules.txt", PAGE), "utf8").trim().split("\n");
  return list.map((line) => {
    const [name, where] = line.split(" ");
    return { name, where, text: readFileSync(new URL(name, PAGE), "utf8") };
  });
}

/**
 * Modules without their imports, one after the other; what they export stays exported.
 * @param {string[]} names
 * @returns {string}
 */
export function join(names) {
  const wanted = modules().filter(({ name }) => names.includes(name));
  return wanted.map(({ text }) => text.replace(/^import \{.*\n/gm, "")).join("\n");
}

/**
 * @param {string[]} names
 * @returns {Promise<any>}
 */
export function load(names) {
  return import(`data:text/javascript,${encodeURIComponent(join(names))}`);
}
