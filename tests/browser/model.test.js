// The client's model without a browser: timeline, cursor, break-points, names.

import assert from "node:assert/strict";
import { test } from "node:test";

import { join, load, modules } from "./joined.js";

const MODEL = ["words.js", "dom.js", "timeline.js", "names.js", "conditions.js", "player.js", "looks.js", "game.js"];
const { Timeline, Names, Player, readCondition, difference, sameBeginning, partLook, contactLook, scoreWords, milliamperes, spokenTime, listed } =
  await load(MODEL);

/** A relay, its button and its lamp: deeds as the server tells them. */
function machine(deeds = 3) {
  const timeline = [
    {
      title: "power-up", start_us: 0, end_us: 0, ending: "settled", frames: [{
        t_us: 0, lines: ["      settled"],
        parts: { 0: ["free", null], 1: ["released", 0], 2: ["off", 0] },
        contacts: { 0: [], 1: ["break"] }, nets: { 0: "plus", 1: "floating" }, current: { 0: false, 1: false },
      }],
    },
  ];
  for (let deed = 1; deed <= deeds; deed += 1) {
    const on = deed % 2 === 1;
    const frames = [
      { t_us: 0, lines: [on ? "S1    pressed" : "S1    free"], parts: { 0: [on ? "pressed" : "free", null], 1: [on ? "released" : "operated", on ? 48 : 0] }, contacts: { 0: on ? ["make"] : [] }, nets: { 1: on ? "plus" : "floating" }, current: { 1: on } },
      { t_us: 7000, lines: ["K1    starts"], parts: { 1: [on ? "operating" : "releasing", on ? 48 : 0] }, contacts: { 1: [] } },
      { t_us: 8000, lines: ["K1    arrived"], parts: { 1: [on ? "operated" : "released", on ? 48 : 0], 2: [on ? "lit" : "off", on ? 100 : 0] }, contacts: { 1: [on ? "make" : "break"] } },
    ];
    timeline.push({ title: on ? "hold S1" : "free S1", start_us: (deed - 1) * 8000, end_us: 8000, ending: "settled", frames });
  }
  return {
    id: null, name: "one", title: "One", nets: ["+", "a"], panel: [], roles: null, drawing: "",
    parts: [
      { name: "S1", label: "START", kind: "button", contacts: [0] },
      { name: "K1'", label: null, kind: "relay", contacts: [1] },
      { name: "H1", label: null, kind: "lamp", contacts: [] },
    ],
    contacts: [{ name: "S1/1", part: 0, form: "make", sides: ["make"] }, { name: "K1'/1", part: 1, form: "changeover", sides: ["make", "break"] }],
    timeline,
  };
}

/** The state at a frame, worked out from the beginning without any copies. */
function plainly(timeline, index) {
  const state = timeline.blank();
  for (const frame of timeline.frames.slice(0, index + 1)) {
    for (const [part, [word, ma]] of Object.entries(frame.parts ?? {})) [state.words[part], state.ma[part]] = [word, ma];
    for (const [contact, sides] of Object.entries(frame.contacts ?? {})) state.closed[contact] = sides;
    for (const [net, word] of Object.entries(frame.nets ?? {})) state.potentials[net] = word;
    for (const [net, flows] of Object.entries(frame.current ?? {})) state.current[net] = flows;
  }
  return state;
}

test("wherever one goes, the state is that of the frames before", () => {
  const timeline = new Timeline(machine(200));
  let seed = 7;
  for (let move = 0; move < 500; move += 1) {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    const before = structuredClone(timeline.state);
    const changes = timeline.moveTo(move % 3 === 0 ? timeline.here - 1 : seed % timeline.frames.length);
    const expected = plainly(timeline, timeline.here);
    assert.deepEqual(timeline.state, expected);
    // Whatever differs is among the changes: what is not told is not drawn.
    for (const part of difference(before, timeline.state).parts) assert.ok(changes.parts.has(part));
    for (const net of difference(before, timeline.state).nets) assert.ok(changes.nets.has(net));
  }
});

test("what is done later than the cursor is dropped, and the rest stays", () => {
  const timeline = new Timeline(machine(200));
  timeline.moveTo(timeline.last);
  const [deed, frame] = timeline.placeOf(301);
  const done = { title: "wait 1ms", start_us: timeline.times[301], end_us: 1000, ending: "time up", frames: [{ t_us: 0, lines: [], parts: { 2: ["dim", 20] } }, { t_us: 1000, lines: [] }] };
  timeline.replaceAfter([deed, frame], [done]);
  assert.equal(timeline.frames.length, 304);
  assert.equal(timeline.deeds.length, deed + 2);
  assert.equal(timeline.here, 303);
  assert.equal(timeline.state.words[2], "dim");
  assert.deepEqual(timeline.tail, plainly(timeline, 303));
  assert.equal(timeline.histories[2].at.at(-1), 302);
  for (const index of [0, 63, 64, 65, 300, 303]) {
    timeline.moveTo(index);
    assert.deepEqual(timeline.state, plainly(timeline, index));
  }
  const before = structuredClone(timeline.state);
  const changes = timeline.replaceAfter(null, machine(1).timeline);
  for (const part of difference(before, timeline.state).parts) assert.ok(changes.parts.has(part));
  assert.equal(timeline.frames.length, 4);
  assert.deepEqual(timeline.state, plainly(timeline, 3));
});

test("the time at the cursor", () => {
  const timeline = new Timeline(machine(2));
  const player = new Player(timeline, () => undefined, () => undefined);
  player.goTo(2);
  assert.deepEqual([player.time, player.after], [7000, 0]);
  player.letPass(400);
  assert.deepEqual([timeline.here, player.time, player.after], [2, 7400, 400]);
  // Whatever the speed leaves of a microsecond, what is done is done before the next frame.
  player.letPass(599.7);
  assert.deepEqual([timeline.here, player.after], [2, 999]);
  player.letPass(1_000_000);
  assert.deepEqual([timeline.here, player.time, player.atEnd], [6, 16_000, true]);
  player.backDeed();
  assert.equal(timeline.here, 3);
  player.forwardDeed();
  assert.equal(timeline.here, 6);
});

test("the play stops when a break-point comes to hold, forwards and backwards", () => {
  const one = machine(6);
  const timeline = new Timeline(one);
  const stopped = [];
  const player = new Player(timeline, () => undefined, (condition) => stopped.push(condition.text));
  player.stops = [readCondition("k1’ operated, H1 lit", new Names(one), timeline)];
  player.runOn();
  assert.deepEqual([timeline.here, stopped], [3, ["k1’ operated, H1 lit"]]);
  player.runOn();
  assert.equal(timeline.here, 9);
  player.runBack();
  assert.equal(timeline.here, 3);
  player.goTo(0);
  player.letPass(30_000);
  assert.deepEqual([timeline.here, player.time], [3, 8000]);
});

test("break-points in other words", () => {
  const one = machine(2);
  const timeline = new Timeline(one);
  const names = new Names(one);
  /** At which frames a condition holds. */
  const holds = (text) => timeline.frames.flatMap((_, index) => (readCondition(text, names, timeline).holds(timeline.stateAt(index), index) ? [index] : []));
  assert.deepEqual(holds("START pressed"), [1, 2, 3]);
  assert.deepEqual(holds("K1'/1 closed"), [3, 4]);
  assert.deepEqual(holds("S1/1 open, H1 lit"), [4, 5]);
  assert.deepEqual(holds("settled"), [0, 3, 6]);
  assert.deepEqual(holds("S1 pressed, settled"), [3]);
  const message = (text) => {
    try {
      readCondition(text, names, timeline);
    } catch (error) {
      return error.message;
    }
    return "understood";
  };
  assert.equal(message("K2' operated"), "There is no “K2'” in this circuit. Did you mean K1' or S1 or H1?".replace(" or S1 or H1", ""));
  assert.match(message("K1' exploded"), /no word for how something stands/);
  assert.match(message("K1'"), /What shall be the case with K1'/);
  assert.match(message("K1' open"), /not said of K1'/);
});

/** A source, a polarized relay with two windings and a selector: what stands at each of some frames. */
function seen(frames, rest = "left") {
  const deed = { title: "power-up", start_us: 0, end_us: 1000 * (frames.length - 1), ending: "settled" };
  const part = (name, kind, more) => ({ name, label: null, kind, contacts: [], ...more });
  const parts = [part("short circuit of K1 begins", "source", { rest: "off" }), part("K1", "polarized", { rest }), part("S1", "selector", { places: 4, rest: "at 0" })];
  const contacts = [{ name: "K1/1", part: 1, form: "changeover", sides: ["break", "make"] }];
  return new Timeline({ ...machine(0), parts, contacts, nets: [], timeline: [{ ...deed, frames: frames.map((frame, index) => ({ t_us: 1000 * index, ...frame })) }] });
}

test("a break-point `short` holds while a source is short-circuited, whatever the lines say", () => {
  const timeline = seen([
    { parts: { 0: ["on", 10] }, lines: ["settled"] },
    { parts: { 0: ["on", null] }, lines: ["      short circuit of G2 begins: through K1/2"] },
    { lines: ["K1    starts to operate"] },
    { parts: { 0: ["on", 10] }, lines: ["      short circuit of G2 ends after 2.000 ms"] },
    { parts: { 0: ["off", 0] } },
  ]);
  const { holds } = readCondition("short", new Names(timeline.machine), timeline);
  assert.deepEqual(timeline.frames.map((_, index) => holds(timeline.stateAt(index), index)), [false, true, true, false, false]);
});

test("a break-point `settled` holds at the end of whatever ends with nothing moving", () => {
  const one = machine(2);
  one.timeline[1].ending = "time is up, nothing moves";
  one.timeline[2].ending = "time is up, still moving";
  const timeline = new Timeline(one);
  const { holds } = readCondition("settled", new Names(one), timeline);
  assert.deepEqual(timeline.frames.flatMap((_, index) => (holds(timeline.stateAt(index), index) ? [index] : [])), [0, 3]);
});

test("what stands as it does at rest is not drawn as operated", () => {
  const looks = (word, rest) => partLook(seen([{ parts: { 1: [word, 0] } }]).state, 1, rest, -1);
  assert.deepEqual(["left", "moving", "right"].map((word) => looks(word, "left")), ["", "moving", "operated"]);
  assert.deepEqual(["left", "centre", "right"].map((word) => looks(word, "centre")), ["operated", "", "operated"]);
  assert.deepEqual(["at 0", "at 3"].map((word) => looks(word, "at 0")), ["", "operated"]);
  assert.deepEqual(["off", "dim", "lit"].map((word) => looks(word, "off")), ["", "dim", "lit"]);
  assert.deepEqual([looks("whole", "whole"), looks("blown", "whole"), looks("-", "-"), looks("releasing", "released")], ["", "operated", "", "moving"]);
});

test("current is drawn where it flows: by winding, and by the side of a contact", () => {
  const { state } = seen([{ parts: { 1: ["left", 5] }, windings: { 1: [false, true] }, contacts: { 0: ["break", "make"] }, carrying: { 0: ["make"] } }]);
  assert.deepEqual([-1, 0, 1].map((winding) => partLook(state, 1, "left", winding)), [" current", "", " current"]);
  assert.deepEqual(["", "break", "make"].map((side) => contactLook(state, 0, side)), ["closed current", "closed", "closed current"]);
  const gone = seen([{ contacts: { 0: ["break"] }, carrying: { 0: ["break"] } }, { contacts: { 0: [] }, carrying: { 0: [] }, windings: { 1: [true, false] } }]);
  const changes = gone.moveTo(1);
  assert.deepEqual([[...changes.contacts], [...changes.parts], contactLook(gone.state, 0, "break")], [[0], [1], "open"]);
});

test("a selector on its way stands at the place that it left", () => {
  const timeline = seen([{ parts: { 2: ["at 0", null] } }, { parts: { 2: ["at 3", null] } }, { parts: { 2: ["moving", null] } }, {}, { parts: { 2: ["at 1", null] } }]);
  const places = timeline.frames.map((_, index) => {
    timeline.moveTo(index);
    return timeline.lastPlace(2);
  });
  assert.deepEqual(places, [0, 3, 3, 3, 1]);
});

test("what a new machine has done already is not done again", () => {
  assert.deepEqual([sameBeginning(["a", "b", "c"], ["a", "b"]), sameBeginning(["a", "c"], ["a", "b"]), sameBeginning([], ["a"]), sameBeginning(["a"], [])], [2, 1, 0, 0]);
});

test("the lesson is told as far as it is known", () => {
  const score = (games, losses, at_most) => scoreWords({ games, losses, at_most });
  assert.equal(score(0, 0, 6), "No game has been played to its end yet. Its lesson: 0 of at most 6 losses.");
  assert.equal(score(2, 1, 1), "2 games played, the automaton has lost 1. Its lesson: 1 of at most 1 loss.");
  assert.equal(score(9, 7, 6), "9 games played, the automaton has lost 7.");
  assert.equal(score(1, 0, undefined), "1 game played, the automaton has lost 0.");
});

test("numbers as people read them", () => {
  assert.deepEqual([0, 950, 7000, 7500, 2_000_000].map(spokenTime), ["0 ms", "950 µs", "7 ms", "7.5 ms", "2 s"]);
  assert.deepEqual([null, 0, 48, 1832.727].map(milliamperes), ["", "0 mA", "48 mA", "1832.727 mA"]);
  assert.equal(listed(["a", "b", "c"]), "a, b and c");
});

test("the modules can be joined: no two of them use one name at the top", async () => {
  const all = modules();
  assert.deepEqual([...new Set(all.map(({ where }) => where))].sort(), ["both", "live", "replay"]);
  for (const { name, text } of all) {
    const imports = text.match(/^import\b.*/gm) ?? [];
    for (const line of imports) assert.match(line, /^import \{ [\w, ]+ \} from "\.\/[a-z]+\.js";$/, `${name}: ${line}`);
    assert.doesNotMatch(text, /^export default|^export \{|^export \*/m, name);
  }
  for (const missing of ["live", "replay"]) {
    const names = all.filter(({ where }) => where !== missing).map(({ name }) => name);
    const text = join(names).replace(/^export /gm, "");
    assert.doesNotThrow(() => new (Object.getPrototypeOf(async () => undefined).constructor)(text), `without ${missing}`);
  }
});
