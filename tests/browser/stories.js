// What somebody does with the page, and what must come of it.

import assert from "node:assert/strict";

import { open } from "./browser.js";

/** @typedef {{ browser: import("playwright-core").Browser, url: string, exported: string, shot: (page: import("playwright-core").Page, as: string) => Promise<void> }} Given */

const WIDE = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

const LAMPS = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `L${number}`);

/** The article's own game, as far as the toggle that wins it. @param {import("./browser.js").Panel} panel */
async function game(panel) {
  await panel.lamps("lit", ...LAMPS);
  await panel.flip("V1");
  await panel.lamps("off", "L1");
  await panel.press("KN1");
  await panel.relays("operated", "P1");
  await panel.lamps("off", "L2");
  await panel.flip("V3");
  await panel.press("KN1");
  await panel.relays("operated", "P5");
  await panel.lamps("off", "L3", "L4");
  await panel.flip("V5", "V6");
  await panel.press("KN1");
  await panel.relays("operated", "P12");
  await panel.lamps("off", "L5", "L6", "L7");
  await panel.lamps("lit", "L8");
  await panel.lamps("off", "L9", "L10");
  await panel.flip("V8");
  await panel.lamps("lit", "L9");
}

/** The whole game by mouse; then back and forward through it, and why. */
export async function theGameOfTheArticle({ browser, url, shot }) {
  const context = await browser.newContext(WIDE);
  const panel = await open(context, url);
  const { page } = panel;
  await game(panel);
  await panel.press("KN2");
  await panel.relays("operated", "P12'", "P12");
  await panel.relays("released", "P6'", "P7'", "P8'", "P9'", "P10'");
  await panel.lamps("lit", "L9");
  await panel.lamps("off", "L10");
  assert.match(await page.locator(".learnt").innerText(), /Switched off: P12\b/);
  assert.equal(await page.locator(".memory.operated").innerText(), "P12'");
  assert.match(await page.locator(".score").innerText(), /1 game played, the automaton has lost 1/);

  // Back by deeds to where the person took the last but one, and on again to the end.
  const end = await panel.here();
  await page.locator("h1").click();
  for (let deed = 0; deed < 3; deed += 1) await page.keyboard.press("Shift+ArrowLeft");
  await panel.lamps("off", "L9");
  await panel.lamps("lit", "L8");
  await panel.relays("released", "P12'");
  await page.locator("h1").click();
  await page.keyboard.press("ArrowLeft");
  assert.ok((await panel.here()) < end - 3);
  await page.keyboard.press("End");
  assert.equal(await panel.here(), end);
  await panel.relays("operated", "P12'");

  await whyInTheDrawing(panel, shot);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".about").isHidden(), true);

  // A click in the trace and one in the diagram go to their moments.
  await page.locator(".trace input").fill("P5 operated");
  await page.locator(".trace input").press("Enter");
  await panel.relays("operated", "P5");
  await panel.relays("released", "P12");
  assert.match(await page.locator(".line.now").first().innerText(), /P5|L4/);
  const at = await panel.here();
  await page.locator(".diagram .scroller").click({ position: { x: 100, y: 60 } });
  assert.notEqual(await panel.here(), at);
  await panel.close();
  await context.close();
}

/** Why: by clicking a relay in the drawing, a contact, and a wire. @param {import("./browser.js").Panel} panel */
async function whyInTheDrawing(panel, shot) {
  const { page } = panel;
  const part = await partNumber(panel, "P12'");
  await page.locator(`.drawing svg [data-part="${part}"]`).first().dispatchEvent("click");
  await panel.until("the reason is given", async () => /P12' is operated/.test(await page.locator(".about .reason").innerText()));
  assert.match(await page.locator(".about h2").innerText(), /^P12', relay/);
  await panel.until("the paths are marked", async () => (await page.locator(".drawing svg [data-why]").count()) > 2);
  await shot(page, "light");
  for (const what of ["data-contact", "data-net"]) {
    await page.locator(`.drawing svg [${what}]`).first().dispatchEvent("click");
    await panel.until("the reason is given", async () => (await page.locator(".about .reason p").count()) > 0);
    assert.equal(await page.locator(".about .reason .bad").count(), 0);
  }
}

/** Break-points, the line with its errors, slow motion, and what is done in the middle of it. */
export async function stopsAndLines({ browser, url }) {
  const context = await browser.newContext(WIDE);
  const panel = await open(context, url);
  const { page } = panel;
  await panel.type("press KN99");
  await panel.says(/KN99/);
  await panel.type("stop when P1 exploded");
  await panel.says(/no word/);
  await panel.type("stop when P1 operating");
  await panel.says(/Will stop when P1 operating/);
  await panel.type("off V1");
  await panel.lamps("off", "L1");
  await panel.type("press KN1");
  await panel.says(/Stopped: P1 operating/);
  assert.equal(await panel.relay("P1"), "operating");
  await page.locator(".play").click();
  await panel.rest();
  assert.equal(await panel.relay("P1"), "operated");

  // Slow motion: the button is let go while P5 is on its way, so that it never arrives.
  await panel.type("off V3");
  await panel.lamps("off", "L3");
  await page.locator(".speed").selectOption("0.001");
  await panel.type("press KN1");
  await panel.until("time passes", async () => parseFloat(await page.locator(".when").innerText()) > 8.2);
  await page.locator(".play").click();
  const paused = parseFloat(await page.locator(".when").innerText());
  assert.ok(paused < 15, `paused at ${paused} ms, before P5 leaves its seat`);
  await page.locator(".speed").selectOption("Infinity");
  await panel.type("free KN1");
  await panel.says(/free KN1/);
  await panel.relays("operated", "P1");
  await panel.relays("released", "P5");
  const trace = await page.locator(".trace-rows").innerText();
  assert.match(trace, /hold KN1 for [\d.]+(us|ms)/);
  assert.match(trace, /still moving/);
  assert.doesNotMatch(trace, /P5 +operated/);
  await panel.close();
  await context.close();
}

/** Two tabs are two machines; a page that is loaded again is the same one. */
export async function tabsAreSeparate({ browser, url }) {
  const context = await browser.newContext(WIDE);
  const [one, other] = [await open(context, url), await open(context, url)];
  await one.flip("V1");
  await one.lamps("off", "L1");
  await other.lamps("lit", "L1");
  await other.flip("V2");
  await one.lamps("lit", "L2");
  await one.page.reload();
  await one.page.waitForSelector(".front");
  await one.lamps("off", "L1");
  await one.lamps("lit", "L2");
  await one.close();
  await other.close();
  await context.close();
}

/** No mouse at all. */
export async function byKeyboardAlone({ browser, url }) {
  const context = await browser.newContext(WIDE);
  const panel = await open(context, url);
  const { page } = panel;
  const label = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
  /** @param {string} name */
  const tabTo = async (name) => {
    for (let step = 0; step < 80; step += 1) {
      if ((await label()).startsWith(`${name},`)) return;
      await page.keyboard.press("Tab");
    }
    assert.fail(`the tab key never comes to ${name}`);
  };
  await tabTo("V1");
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
  assert.equal(outline, "solid", "what has the focus is seen to have it");
  await page.keyboard.press("Space");
  await panel.lamps("off", "L1");
  await tabTo("KN1");
  await page.keyboard.down("Space");
  await panel.until("the button is down", async () => (await panel.fitting("KN1").getAttribute("aria-pressed")) === "true");
  await page.keyboard.up("Space");
  await panel.rest();
  await panel.lamps("off", "L2");
  await panel.until("it is told", async () => /P1|KN1/.test(await panel.said()));
  const end = await panel.here();
  await page.keyboard.press("ArrowLeft");
  assert.equal(await panel.here(), end - 1);
  await page.keyboard.press("ArrowRight");
  assert.equal(await panel.here(), end);
  await page.keyboard.press("Home");
  assert.equal(await panel.here(), 0);
  await page.keyboard.press("]");
  await page.keyboard.press("End");
  await page.keyboard.press("?");
  assert.equal(await page.locator("dialog.help").isVisible(), true);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("dialog.help").isVisible(), false);
  await page.keyboard.press("l");
  await page.keyboard.type("why P1");
  await page.keyboard.press("Enter");
  await panel.until("the reason is given", async () => /P1 is operated/.test(await page.locator(".about .reason").innerText()));
  await panel.close();
  await context.close();
}

/** A phone: one pane at a time, nothing wider than the screen, worked by fingers. */
export async function onAPhone({ browser, url, shot }) {
  const context = await browser.newContext(PHONE);
  const panel = await open(context, url);
  const { page } = panel;
  await panel.fitting("V1").tap();
  await panel.lamps("off", "L1");
  await panel.fitting("KN1").tap();
  await panel.lamps("off", "L2");
  await panel.rest();
  await shot(page, "phone");
  for (const name of ["Drawing", "Relays", "Timing", "Trace", "Panel"]) {
    await page.getByRole("tab", { name }).tap();
    assert.equal(await page.locator(".pane:visible").count(), 1, name);
    assert.equal(await page.getByRole("tab", { name }).getAttribute("aria-selected"), "true");
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 360, `${name} is ${wide} wide`);
    await shot(page, `phone-${name.toLowerCase()}`);
  }
  await panel.close();
  await context.close();
}

/** Dark where the system is, and the switch. */
export async function inTheDark({ browser, url, shot }) {
  const context = await browser.newContext({ ...WIDE, colorScheme: "dark" });
  const panel = await open(context, url);
  const { page } = panel;
  const brightness = () =>
    page.evaluate(() => {
      const [red, green, blue] = (getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? []).map(Number);
      return red + green + blue;
    });
  assert.ok((await brightness()) < 150);
  await game(panel);
  await shot(page, "dark");
  await page.locator("h1").click();
  await page.keyboard.press("d");
  assert.ok((await brightness()) > 600);
  await page.keyboard.press("d");
  assert.ok((await brightness()) < 150);
  await panel.close();
  await context.close();
}

/** The exported page: from a file, without a network, to the end of the recorded run. */
export async function theExportedPage({ browser, exported, shot }) {
  const context = await browser.newContext({ ...WIDE, offline: true });
  const panel = await open(context, exported);
  const { page } = panel;
  assert.equal(await panel.here(), 0);
  await panel.lamps("lit", ...LAMPS);
  await panel.type("stop when P12' operated");
  await page.locator("h1").click();
  await page.keyboard.press("n");
  await panel.lamps("lit", "L9");
  await panel.relays("operated", "P12'");
  await shot(page, "replay");
  await panel.type("press KN1");
  await panel.says(/recorded run/);
  await page.locator("h1").click();
  await page.keyboard.press("End");
  await panel.lamps("lit", ...LAMPS);
  await page.locator(`.relays .row button`).first().click();
  assert.equal(await page.locator(".about").isVisible(), true);
  const [download] = await Promise.all([page.waitForEvent("download"), (async () => {
    await page.locator(".menu > summary").first().click();
    await page.getByRole("button", { name: "Script", exact: true }).click();
  })()]);
  assert.match(download.suggestedFilename(), /\.script$/);
  await panel.close();
  await context.close();
}

/**
 * The number of a part in the circuit's table.
 * @param {import("./browser.js").Panel} panel
 * @param {string} name
 */
async function partNumber({ page }, name) {
  await page.locator(".relays input[type=search]").fill(name);
  const number = await page.locator(".relays .row button").first().getAttribute("data-part");
  await page.locator(".relays input[type=search]").fill("");
  return number;
}
