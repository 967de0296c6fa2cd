// @vitest-environment node
import { describe, expect, it } from "vitest";
import { addStep, carryOut, mostTabs, readTabs, recordAt, type Step, surplusOf, type Tab } from "./openTabs";

const pathOf = (id: string) => `/view/contact/record/${id}/standard`;
const tab = (id: string, over: Partial<Tab> = {}): Tab => ({
  name: id,
  path: pathOf(id),
  current: false,
  id,
  ...over,
});
const opened = (id: string, name = id): Step => ({ do: "open", path: pathOf(id), name });
const look = (id: string): Step => ({ do: "look", path: pathOf(id) });
const closed = (id: string): Step => ({ do: "close", path: pathOf(id) });
const moved = (id: string, before?: string): Step => ({
  do: "move",
  path: pathOf(id),
  before: before && pathOf(before),
});
const ids = (tabs: readonly Tab[]) => tabs.map(({ id }) => id).join("");
const stored = [tab("a"), tab("b", { current: true }), tab("c")];

describe("the tabs that are stored", () => {
  it("are read as far as they can be used, each address once", () => {
    const good = { name: "Mia", path: pathOf("m"), current: true, id: "m" };
    const bad = [null, 3, {}, { name: "", path: pathOf("x") }, { name: "X", path: "https://x.test/" }, good];
    expect(readTabs([good, ...bad])).toEqual([good]);
    expect(readTabs({ 0: good })).toEqual([]);
    expect(readTabs(undefined)).toEqual([]);
  });

  it("are records', whose object and id their address names", () => {
    expect(recordAt("/view/twilio_conversation/record/c1/conversation")).toEqual({
      object: "twilio_conversation",
      id: "c1",
    });
    expect(recordAt("/view/contact/list")).toBeUndefined();
  });
});

describe("steps", () => {
  it("open at the end, or name the one that stands", () => {
    expect(ids(carryOut(stored, [opened("d")]))).toBe("abcd");
    expect(carryOut(stored, [opened("a", "Ada")])[0]).toEqual(tab("a", { name: "Ada" }));
    expect(carryOut([], [opened("a", "n".repeat(200))])[0]?.name).toHaveLength(80);
  });

  it("leave one that was looked at last", () => {
    expect(carryOut(stored, [look("c")]).filter(({ current }) => current)).toEqual([
      tab("c", { current: true }),
    ]);
    expect(carryOut(stored, [look("gone")])).toEqual(stored);
  });

  it("close and move", () => {
    expect(ids(carryOut(stored, [closed("b"), closed("gone")]))).toBe("ac");
    expect(ids(carryOut(stored, [moved("c", "a")]))).toBe("cab");
    expect(ids(carryOut(stored, [moved("a")]))).toBe("bca");
    expect(ids(carryOut(stored, [moved("gone", "a")]))).toBe("abc");
  });

  it("change nothing more when they are carried out again, on what others did meanwhile", () => {
    const steps = [opened("d"), look("d"), closed("a"), moved("c", "b")];
    const once = carryOut(stored, steps);
    expect(carryOut(once, steps)).toEqual(once);
    const others = carryOut(stored, [opened("e"), closed("b")]);
    expect(ids(carryOut(others, steps))).toBe("ced");
  });

  it("wait without what later ones make pointless", () => {
    const all = [
      opened("d"),
      look("d"),
      opened("e"),
      look("e"),
      opened("d", "Dee"),
      closed("e"),
      closed("a"),
    ];
    expect(all.reduce(addStep, [] as Step[])).toEqual([opened("d", "Dee"), closed("e"), closed("a")]);
    expect([closed("a"), opened("a")].reduce(addStep, [] as Step[])).toEqual([opened("a")]);
    expect([moved("a", "c"), moved("a")].reduce(addStep, [] as Step[])).toEqual([moved("a")]);
  });
});

describe("the bounds", () => {
  const many = Array.from({ length: mostTabs }, (_, n) => tab(`${n}-`));

  it("keep twenty, and the one that is looked at among them", () => {
    const over = carryOut([tab("first", { current: true }), ...many], []);
    expect(over).toHaveLength(mostTabs);
    expect(ids(over)).toMatch(/^first1-2-/);
  });

  it("keep fewer where names are long, so that other settings have room", () => {
    const long = many.map((one) => ({ ...one, name: "名".repeat(80), path: one.path.padEnd(300, "x") }));
    const kept = carryOut(long, []);
    expect(kept.length).toBeGreaterThan(5);
    expect(Buffer.byteLength(JSON.stringify(kept))).toBeLessThanOrEqual(8_000);
  });

  it("let the oldest unused one make room", () => {
    expect(surplusOf(many.slice(1), [])).toBeUndefined();
    expect(surplusOf(many, [])?.id).toBe("0-");
    expect(surplusOf(many, [pathOf("1-"), pathOf("0-")])?.id).toBe("2-");
    expect(surplusOf(many, many.map(({ path }) => path).reverse())?.id).toBe("19-");
  });
});
