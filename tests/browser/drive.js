// Drives the page in a real browser: node drive.js URL EXPORTED [FOLDER FOR SCREENSHOTS]
//
// URL is where `kiber serve article` answers, EXPORTED a page written by `kiber export --html` from the
// circuit `article` and its script `game`. Prints a line for each story; ends with 1 if one fails.

import { mkdirSync } from "node:fs";
import { pathToFileURL } from "node:url";

import { launch } from "./browser.js";
import * as stories from "./stories.js";

const [url, exported, shots] = process.argv.slice(2);
if (!url || !exported) {
  console.error("usage: node drive.js URL EXPORTED [FOLDER]");
  process.exit(2);
}
if (shots) mkdirSync(shots, { recursive: true });

const browser = await launch();
let failed = 0;
/** @param {string} as */
const shooting = (as) => (shots ? { path: `${shots}/${as}.png` } : null);

/** @param {string} name @param {(given: object) => Promise<void>} story */
async function tell(name, story) {
  const begun = Date.now();
  try {
    await story({
      browser, url, exported: pathToFileURL(exported).href,
      shot: async (page, as) => void (shooting(as) && (await page.screenshot(shooting(as)))),
    });
    console.log(`ok      ${name} (${Date.now() - begun} ms)`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}\n${error.stack}`);
  }
}

for (const [name, story] of Object.entries(stories)) await tell(name, story);
await browser.close();
console.log(`${Object.keys(stories).length - failed} of ${Object.keys(stories).length} stories went as told`);
process.exit(failed > 0 ? 1 : 0);
