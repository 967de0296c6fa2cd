// @vitest-environment node
import { describe, expect, it } from "vitest";
import { createFamily } from "./family";
import { createStore, transact } from "./jotai";

const limit = 8;
const most = limit * 1.25;

function setUp(holds?: (value: string) => boolean) {
  const store = createStore();
  const family = createFamily<string>("", { limit, ...(holds ? { holds } : {}) });
  const set = (key: string, value: string) => transact((tx) => family.set(tx, key, value), store);
  const fill = (count: number) => {
    for (let index = 0; index < count; index++) {
      set(`k${index}`, String(index));
    }
  };
  return { store, family, set, fill, read: (key: string) => family.read(store.get, key) };
}

describe("a family of atoms", () => {
  it("gives the same atom for a key, with its value", () => {
    const { store, family, set } = setUp();
    set("a", "one");
    expect(family.of("a")).toBe(family.of("a"));
    expect(store.get(family.of("a"))).toBe("one");
    expect(store.get(family.of("b"))).toBe("");
  });

  it("makes nothing of a key that is only read", () => {
    const { family, read } = setUp();
    expect(read("a")).toBe("");
    expect(family.size()).toBe(0);
  });

  it("never grows beyond its bound, however many keys there are", () => {
    const { family, fill } = setUp();
    fill(1_000);
    expect(family.size()).toBeLessThanOrEqual(most);
  });

  it("lets go of what was longest not used", () => {
    const { family, set, fill, read } = setUp();
    set("old", "x");
    fill(limit);
    family.of("old");
    set("more", "");
    set("and more", "");
    expect(read("old")).toBe("x");
    expect(read("k0")).toBe("");
    expect(read(`k${limit - 1}`)).toBe(String(limit - 1));
  });

  it("never lets go of what somebody shows, and does once he left", () => {
    const { store, family, set, fill, read } = setUp();
    set("shown", "x");
    const leave = store.sub(family.of("shown"), () => undefined);
    fill(100);
    expect(read("shown")).toBe("x");
    leave();
    fill(100);
    expect(read("shown")).toBe("");
  });

  it("never lets go of what must be held, and does once it need not", () => {
    const { set, fill, read } = setUp((value) => value.startsWith("unsent"));
    set("a", "unsent text");
    fill(100);
    expect(read("a")).toBe("unsent text");
    set("a", "sent");
    fill(100);
    expect(read("a")).toBe("");
  });

  it("writes into the atom that is shown, also where it was let go before it was mounted", () => {
    const { store, family, set, fill } = setUp();
    const drawn = family.of("late");
    fill(100);
    const heard: string[] = [];
    const leave = store.sub(drawn, () => heard.push(store.get(drawn)));
    set("late", "news");
    expect(heard).toEqual(["news"]);
    leave();
  });
});
