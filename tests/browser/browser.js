// A real browser, pages in it that nothing escapes, and the words in which the stories are told.

import assert from "node:assert/strict";
import { chromium } from "playwright-core";

const PATHS = [process.env.KIBER_CHROMIUM, "/usr/bin/chromium"].filter(Boolean);
const QUIET = [
  "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
];

/** How long anything may take to become true, in milliseconds; the machine may be busy. */
const PATIENCE = 10_000;

/** @returns {Promise<import("playwright-core").Browser>} */
export function launch() {
  return chromium.launch({ executablePath: PATHS[0], args: QUIET });
}

/**
 * A page of its own; what goes wrong in it, or leaves its own origin, is kept for the end.
 * @param {import("playwright-core").BrowserContext} context
 * @param {string} url
 * @returns {Promise<Panel>}
 */
export async function open(context, url) {
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const wrong = [];
  const origin = new URL(url).protocol === "file:" ? "file:" : new URL(url).origin;
  page.on("console", (message) => {
    // The browser itself tells of every answer that says no; the page shows it to whoever asked.
    if (/the server responded with a status of 4(00|09)/.test(message.text())) return;
    if (["error", "warning"].includes(message.type())) wrong.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => wrong.push(`error: ${error.stack}`));
  page.on("request", (request) => {
    const asked = request.url();
    if (!asked.startsWith("data:") && !asked.startsWith("blob:") && !asked.startsWith(origin)) wrong.push(`request: ${asked}`);
    if (origin === "file:" && asked !== url) wrong.push(`request: ${asked}`);
  });
  await page.goto(url);
  await page.waitForSelector(".front");
  return new Panel(page, wrong);
}

/** The page as somebody sees and works it. */
export class Panel {
  /**
   * @param {import("playwright-core").Page} page
   * @param {string[]} wrong
   */
  constructor(page, wrong) {
    this.page = page;
    this.wrong = wrong;
  }

  /** A thing on the front panel. @param {string} name */
  fitting(name) {
    const quoted = name.replace(/'/g, "\\'");
    return this.page.locator(`.front [aria-label^='${quoted},'], .front [aria-label^='${quoted}:'], .front [aria-label='${quoted}']`).first();
  }

  /** Flips toggles, one after the other. @param {...string} names */
  async flip(...names) {
    for (const name of names) {
      const toggle = this.fitting(name);
      const before = await toggle.getAttribute("aria-checked");
      await toggle.click();
      await this.until(`${name} flips`, async () => (await toggle.getAttribute("aria-checked")) !== before);
    }
    await this.rest();
  }

  /** Presses a button as a hand does. @param {string} name */
  async press(name) {
    const moments = await this.moments();
    await this.fitting(name).click();
    await this.until(`${name} is pressed and let go`, async () => (await this.moments()) > moments + 1);
    await this.rest();
  }

  /** How many moments there are. */
  async moments() {
    return Number(await this.page.locator(".moments").getAttribute("max"));
  }

  /** Where the cursor is. */
  async here() {
    return Number(await this.page.locator(".moments").inputValue());
  }

  /** Until all that was begun has been played, and no button is down. */
  async rest() {
    await this.until("the play comes to rest", async () => {
      const playing = await this.page.locator(".play").isEnabled();
      const pressed = await this.page.locator(".front [aria-pressed='true']").count();
      return !playing && pressed === 0;
    });
  }

  /** The word for how a lamp stands. @param {string} name */
  async lamp(name) {
    return (await this.fitting(name).getAttribute("aria-label"))?.match(/: (\w+)/)?.[1];
  }

  /**
   * @param {string} word
   * @param {...string} names
   */
  async lamps(word, ...names) {
    for (const name of names) await this.until(`${name} is ${word}`, async () => (await this.lamp(name)) === word);
  }

  /** How a relay stands, as the list tells it. @param {string} name */
  async relay(name) {
    await this.page.locator(".relays input[type=search]").fill(name);
    const row = this.page.locator(".relays .row button").filter({ hasText: new RegExp(`^${name}(?!['\\d])`) }).first();
    const label = await row.getAttribute("aria-label");
    await this.page.locator(".relays input[type=search]").fill("");
    return label?.match(/: (\w+)/)?.[1];
  }

  /**
   * @param {string} word
   * @param {...string} names
   */
  async relays(word, ...names) {
    for (const name of names) assert.equal(await this.relay(name), word, name);
  }

  /** Types into the line. @param {string} text */
  async type(text) {
    await this.page.locator(".line-input").fill(text);
    await this.page.locator(".line-input").press("Enter");
  }

  /** What the page says below the line. */
  said() {
    return this.page.locator(".said").innerText();
  }

  /** @param {RegExp} words */
  async says(words) {
    await this.until(`the page says ${words}`, async () => words.test(await this.said()), () => this.said());
  }

  /**
   * @param {string} what
   * @param {() => Promise<boolean>} holds
   * @param {() => Promise<string>} [instead]
   */
  async until(what, holds, instead) {
    const end = Date.now() + PATIENCE;
    while (!(await holds())) {
      if (Date.now() > end) assert.fail(`${what}: waited in vain${instead ? `; instead: ${await instead()}` : ""}\n${this.wrong.join("\n")}`);
      await new Promise((done) => setTimeout(done, 15));
    }
  }

  /** Closes the page; nothing must have gone wrong in it. */
  async close() {
    assert.deepEqual(this.wrong, []);
    await this.page.close();
  }
}
