import { act, renderHook } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { type Order, standStill, useStillOrder } from "./useStillOrder";

const order = (ids: string, news: Record<string, number> = {}): Order => ({ ids: [...ids], news });

describe("a list that stands still", () => {
  it.each([
    ["what changed places stays", order("abc"), order("cab"), "abc", ""],
    ["what is new waits", order("ab"), order("nab"), "ab", "n"],
    ["what is gone leaves", order("abc"), order("ac"), "ac", ""],
    ["what has more to tell waits too", order("ab", { b: 1 }), order("ba", { b: 2 }), "ab", "b"],
    ["what was read has nothing to tell", order("ab", { a: 2 }), order("ba"), "ab", ""],
  ])("%s", (_, shown, wanted, ids, waiting) => {
    const still = standStill(shown, wanted, (id) => wanted.ids.includes(id));
    expect([still.order.ids.join(""), still.waiting.join("")]).toEqual([ids, waiting]);
  });

  it("counts what comes again after it was read", () => {
    const read = standStill(order("ab", { a: 5 }), order("ba"), () => true).order;
    expect(standStill(read, order("ab", { a: 1 }), () => true).waiting).toEqual(["a"]);
  });
});

describe("the order of a list", () => {
  function show(first: Order, current?: string) {
    const { result, rerender } = renderHook(
      ({ wanted, isFilled, opened, there, view }) =>
        useStillOrder({
          wanted,
          isFilled,
          current: opened,
          isThere: (id) => (there ?? wanted).ids.includes(id),
          view,
        }),
      {
        initialProps: {
          wanted: first,
          isFilled: true,
          opened: current,
          there: undefined as Order | undefined,
          view: "all",
        },
      },
    );
    return {
      ids: () => result.current.ids.join(""),
      waiting: () => result.current.waiting,
      become: (wanted: Order, isFilled = true, opened = current) =>
        rerender({ wanted, isFilled, opened, there: undefined, view: "all" }),
      turn: (wanted: Order, there: Order, view: string) =>
        rerender({ wanted, isFilled: true, opened: current, there, view }),
      hold: (name: "pointer" | "focus" | "scroll", is: boolean) => act(() => result.current.hold(name, is)),
      ask: () => act(() => result.current.ask()),
    };
  }

  it("is the true one while nobody is in it", () => {
    const list = show(order("ab"));
    list.become(order("nba"));
    expect([list.ids(), list.waiting()]).toEqual(["nba", 0]);
  });

  it.each(["pointer", "focus", "scroll"] as const)(
    "stands still for the %s, and is true again after",
    (name) => {
      const list = show(order("abc"));
      list.hold(name, true);
      list.become(order("nca"));
      expect([list.ids(), list.waiting()]).toEqual(["ac", 1]);
      list.hold(name, false);
      expect([list.ids(), list.waiting()]).toEqual(["nca", 0]);
    },
  );

  it("stands still until both have left", () => {
    const list = show(order("ab"));
    list.hold("pointer", true);
    list.hold("focus", true);
    list.become(order("ba"));
    list.hold("pointer", false);
    expect(list.ids()).toBe("ab");
    list.hold("focus", false);
    expect(list.ids()).toBe("ba");
  });

  it("is true at once when one asks, and stands still again from there", () => {
    const list = show(order("ab"));
    list.hold("pointer", true);
    list.become(order("nab"));
    list.ask();
    expect([list.ids(), list.waiting()]).toEqual(["nab", 0]);
    list.become(order("bna"));
    expect(list.ids()).toBe("nab");
  });

  it("shows what was opened elsewhere, without waiting", () => {
    const list = show(order("ab"));
    list.hold("pointer", true);
    list.become(order("oab"), true, "o");
    expect([list.ids(), list.waiting()]).toEqual(["abo", 0]);
  });

  it("keeps the open entry in its place until another one is opened", () => {
    const list = show(order("abcd", { a: 2, b: 1, c: 1 }));
    list.become(order("acdb", { a: 2, c: 1 }), true, "b");
    expect(list.ids(), "it was read").toBe("abcd");
    list.become(order("bacd", { a: 2, c: 1 }), true, "b");
    expect(list.ids(), "it was replied to").toBe("abcd");
    list.become(order("nbacd", { n: 1, a: 2, c: 1 }), true, "b");
    expect(list.ids(), "others move around it").toBe("nbacd");
    list.become(order("nacdb", { n: 1, a: 2, c: 1 }), false, "b");
    expect(list.ids(), "more is being fetched").toBe("nbacd");
    list.become(order("nacdb", { n: 1, a: 2 }), true, "c");
    expect(list.ids(), "another one is open, and keeps its own").toBe("nadcb");
  });

  it("keeps the open entry in a view that it no longer belongs to, and not in another view", () => {
    const list = show(order("abc"), "b");
    list.turn(order("ac"), order("abc"), "all");
    expect(list.ids()).toBe("abc");
    list.turn(order("ac"), order("abc"), "unread");
    expect(list.ids()).toBe("ac");
    list.turn(order("a"), order("a"), "unread");
    expect(list.ids()).toBe("a");
  });

  it("keeps what belongs to the view no more until one leaves", () => {
    const list = show(order("ab"));
    list.hold("focus", true);
    list.turn(order("b"), order("ab"), "all");
    expect(list.ids()).toBe("ab");
    list.hold("focus", false);
    expect(list.ids()).toBe("b");
  });

  it("is another view's at once", () => {
    const list = show(order("ab"));
    list.hold("scroll", true);
    list.turn(order("b"), order("ab"), "unread");
    expect(list.ids()).toBe("b");
  });

  it("is not held before all that belongs in it has come", () => {
    const list = show(order("ab"));
    list.hold("pointer", true);
    list.become(order("nab"), false);
    expect(list.ids()).toBe("nab");
  });
});
