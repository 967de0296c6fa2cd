// @vitest-environment node
import { describe, expect, it } from "vitest";
import type { Change, WireRecord } from "@/api";
import { termsOf } from "@/lib/search";
import { change as changeOf } from "@/realtime/change.test-env";
import {
  applyChange,
  dropLeaving,
  fromPage,
  isAllKnown,
  type ListRules,
  type LiveList,
  place,
  showWaiting,
} from "./liveList";

const records: Record<string, WireRecord> = {
  ada: { id: "ada", version: 3, name: "Ada Barlow", modified_date: "2026-11-20T10:00:00.000Z" },
  ben: { id: "ben", version: 2, name: "Ben Castle", modified_date: "2026-11-20T09:00:00.000Z" },
  cal: { id: "cal", version: 5, name: "Cal Dunn", modified_date: "2026-11-20T08:00:00.000Z" },
};

function world(extra: Partial<ListRules> = {}, more: Record<string, WireRecord> = {}) {
  const known: Record<string, WireRecord> = { ...records, ...more };
  const rules: ListRules = {
    sort: { field: "modified_date", isDescending: true },
    page: 1,
    pageSize: 3,
    terms: [],
    fields: ["name", "company"].map((name) => ({ name, isNumber: false })),
    read: (id) => known[id],
    ...extra,
  };
  return { known, rules };
}

const page = (): LiveList => fromPage({ ids: ["ada", "ben", "cal"], total: 10, hasNext: true });

const change = ({ id, ...over }: Partial<Change> & { id: string }) =>
  changeOf("contact", id, { seq: 7, topics: ["object:contact"], version: 9, fields: {}, ...over });

describe("a row of this page", () => {
  it("moves to where its new value belongs and is tinted", () => {
    const { known, rules } = world();
    known.cal = { ...known.cal, id: "cal", version: 9, modified_date: "2026-11-20T11:00:00.000Z" };
    const fields = { modified_date: "2026-11-20T11:00:00.000Z", company: "Kite & Cove" };
    const after = applyChange(page(), change({ id: "cal", fields }), "applied", rules, 42);
    expect(after.ids).toEqual(["cal", "ada", "ben"]);
    expect(after.tints).toEqual({ cal: 42 });
    expect(after.total).toBe(10);
  });

  it("is no news to the user who changed it", () => {
    const { known, rules } = world({ me: "u1" });
    const tintsBy = (id: string) => {
      known.cal = { ...known.cal, id: "cal", version: 9, modified_by: { id } };
      return applyChange(page(), change({ id: "cal", fields: { company: "Kite" } }), "applied", rules, 1)
        .tints;
    };
    expect(tintsBy("u1")).toEqual({});
    expect(tintsBy("u2")).toEqual({ cal: 1 });
  });

  it("stays where it is when the change does not carry the sort field", () => {
    const { rules } = world();
    const after = applyChange(
      page(),
      change({ id: "cal", fields: { company: "Kite" } }),
      "applied",
      rules,
      1,
    );
    expect(after.ids).toEqual(["ada", "ben", "cal"]);
    expect(after.tints).toEqual({ cal: 1 });
  });

  it("ignores what is older than what it holds", () => {
    const { rules } = world();
    const before = page();
    expect(applyChange(before, change({ id: "cal", fields: { company: "Kite" } }), "stale", rules, 1)).toBe(
      before,
    );
  });

  it("moves and leaves by what is held when the answer to a command came before the change", () => {
    const { known, rules } = world();
    known.cal = { ...known.cal, id: "cal", version: 9, modified_date: "2026-11-20T11:00:00.000Z" };
    const fields = { modified_date: "2026-11-20T11:00:00.000Z" };
    const after = applyChange(page(), change({ id: "cal", fields }), "stale", rules, 42);
    expect(after.ids).toEqual(["cal", "ada", "ben"]);
    expect(after.tints).toEqual({});
    known.cal = { id: "cal", version: 9, name: "Kit Dunn" };
    const found = { ...rules, terms: termsOf("cal") };
    const renamed = change({ id: "cal", fields: { name: "Kit Dunn" } });
    expect(applyChange(page(), renamed, "stale", found, 42).leaving).toEqual(["cal"]);
  });

  it("leaves when the search no longer finds it", () => {
    const { known, rules } = world({ terms: termsOf("cal") });
    known.cal = { id: "cal", version: 9, name: "Kit Dunn" };
    const list = fromPage({ ids: ["cal"], total: 1, hasNext: false });
    const after = applyChange(list, change({ id: "cal", fields: { name: "Kit Dunn" } }), "applied", rules, 1);
    expect(after.leaving).toEqual(["cal"]);
    expect(after.total).toBe(0);
    expect(dropLeaving(after).ids).toEqual([]);
  });
});

describe("a removed row", () => {
  it("fades first, then goes, and is counted off once", () => {
    const { rules } = world();
    const removed = change({ id: "ben", op: "removed" });
    const fading = applyChange(page(), removed, "applied", rules, 1);
    expect(fading.ids).toContain("ben");
    expect(fading.leaving).toEqual(["ben"]);
    expect(fading.total).toBe(9);
    expect(applyChange(fading, removed, "applied", rules, 1)).toBe(fading);
    const gone = dropLeaving(fading);
    expect(gone.ids).toEqual(["ada", "cal"]);
    expect(gone.leaving).toEqual([]);
  });

  it("of another page only changes the total", () => {
    const { rules } = world();
    const after = applyChange(page(), change({ id: "zed", op: "removed" }), "unknown", rules, 1);
    expect(after.ids).toEqual(["ada", "ben", "cal"]);
    expect(after.total).toBe(9);
  });

  it("of which nobody knows whether it matched leaves a filtered total alone", () => {
    const { rules } = world({ terms: termsOf("a") });
    expect(applyChange(page(), change({ id: "zed", op: "removed" }), "unknown", rules, 1).total).toBe(10);
  });
});

describe("a new row", () => {
  const eve: WireRecord = {
    id: "eve",
    version: 1,
    name: "Eve Frost",
    modified_date: "2026-11-20T12:00:00.000Z",
  };
  const created = change({ id: "eve", op: "created", version: 1, fields: { ...eve } });

  it("waits, too, when the answer to the command that made it came before the change", () => {
    const { rules } = world({}, { eve });
    const after = applyChange(page(), created, "stale", rules, 1);
    expect(after.fresh).toEqual(["eve"]);
    expect(after.total).toBe(11);
    expect(applyChange(after, created, "stale", rules, 1)).toBe(after);
    const below = { ...eve, modified_date: "2026-11-19T12:00:00.000Z" };
    const elsewhere = world({}, { eve: below }).rules;
    const before = page();
    expect(applyChange(before, created, "stale", elsewhere, 1)).toBe(before);
    expect(applyChange({ ...before, hasNext: false }, created, "stale", elsewhere, 1).fresh).toEqual(["eve"]);
  });

  it("waits behind the chip, once, and moves nothing", () => {
    const { rules } = world({}, { eve });
    const once = applyChange(page(), created, "applied", rules, 1);
    expect(once.ids).toEqual(["ada", "ben", "cal"]);
    expect(once.fresh).toEqual(["eve"]);
    expect(once.total).toBe(11);
    expect(applyChange(once, created, "applied", rules, 1)).toBe(once);
  });

  it("comes in where it belongs when the chip is pressed; the page keeps its size", () => {
    const { rules } = world({}, { eve });
    const waiting = applyChange(page(), created, "applied", rules, 1);
    const shown = showWaiting(waiting, rules, 5);
    expect(shown?.ids).toEqual(["eve", "ada", "ben"]);
    expect(shown?.fresh).toEqual([]);
    expect(shown?.hasNext).toBe(true);
    expect(shown?.tints.eve).toBe(5);
  });

  it("is not announced when the search does not find it", () => {
    const { rules } = world({ terms: termsOf("barlow") }, { eve });
    const before = page();
    expect(applyChange(before, created, "applied", rules, 1)).toBe(before);
  });

  it.each(["jose", "łodz", "小明", "STRASSE"])(
    "is announced when a search for %s finds it as the server does",
    (typed) => {
      const names = { id: "eve", version: 1, name: "Jose\u0301 王小明", company: "Łódź Straße" };
      const { rules } = world({ terms: termsOf(typed) }, { eve: { ...eve, ...names } });
      const before = page();
      expect(
        applyChange(before, { ...created, fields: { ...created.fields, ...names } }, "applied", rules, 1),
      ).not.toBe(before);
    },
  );

  it("needs the first page to be read when another page is shown", () => {
    const { rules } = world({ page: 2 }, { eve });
    const waiting = applyChange(page(), created, "applied", rules, 1);
    expect(showWaiting(waiting, rules, 1)).toBeUndefined();
  });

  it("is forgotten when it is removed before anybody looked", () => {
    const { rules } = world({}, { eve });
    const waiting = applyChange(page(), created, "applied", rules, 1);
    const after = applyChange(waiting, change({ id: "eve", op: "removed" }), "applied", rules, 1);
    expect(after.fresh).toEqual([]);
    expect(after.total).toBe(10);
  });
});

describe("a record that no list has", () => {
  const program = {
    id: "bot",
    version: 9,
    name: "Bot",
    is_program: true,
    modified_date: "2026-11-20T11:00:00.000Z",
  };
  const { rules } = world({ leavesOut: "is_program" }, { bot: program });

  it("stays out where it is made, and where it changes", () => {
    for (const op of ["created", "updated"] as const) {
      const fields = op === "created" ? program : { modified_date: program.modified_date };
      expect(applyChange(page(), change({ id: "bot", op, fields }), "applied", rules, 1)).toEqual(page());
    }
  });

  it("is told from others", () => {
    const { rules: others } = world({ leavesOut: "is_program" }, { bot: { ...program, is_program: false } });
    const after = applyChange(
      page(),
      change({ id: "bot", op: "created", fields: program }),
      "applied",
      others,
      1,
    );
    expect(after.fresh).toEqual(["bot"]);
  });
});

describe("a row of elsewhere", () => {
  it("waits behind the chip when its new value falls into this page", () => {
    const { rules } = world();
    const fields = { modified_date: "2026-11-20T09:30:00.000Z" };
    const after = applyChange(page(), change({ id: "zed", fields }), "unknown", rules, 1);
    expect(after.changed).toEqual(["zed"]);
    expect(showWaiting(after, rules, 1)).toBeUndefined();
  });

  it("is shown without another reading where it is held", () => {
    const zed: WireRecord = { id: "zed", version: 2, name: "Zed", modified_date: "2026-11-20T09:30:00.000Z" };
    const { rules } = world({}, { zed });
    const fields = { modified_date: zed.modified_date };
    const after = applyChange(page(), change({ id: "zed", fields }), "applied", rules, 1);
    expect(isAllKnown(after, rules)).toBe(true);
    expect(showWaiting(after, rules, 5)).toMatchObject({
      ids: ["ada", "zed", "ben"],
      changed: [],
      total: 10,
      tints: { zed: 5 },
    });
  });

  it("is nobody's business when its new value falls behind this page", () => {
    const { rules } = world();
    const before = page();
    const fields = { modified_date: "2026-11-19T09:30:00.000Z" };
    expect(applyChange(before, change({ id: "zed", fields }), "unknown", rules, 1)).toBe(before);
  });

  it("is nobody's business when the change does not touch the order", () => {
    const { rules } = world({ sort: { field: "name", isDescending: false } });
    const before = page();
    expect(applyChange(before, change({ id: "zed", fields: { company: "Kite" } }), "unknown", rules, 1)).toBe(
      before,
    );
  });
});

it("asks for a new reading after a change of many at once", () => {
  const { rules } = world();
  expect(applyChange(page(), change({ id: "", op: "bulk" }), "unknown", rules, 1).isOutdated).toBe(true);
});

it("puts rows without a value last, either way", () => {
  const more = { nil: { id: "nil", version: 1, name: null } };
  for (const isDescending of [true, false]) {
    const { rules } = world({ sort: { field: "name", isDescending } }, more);
    const ids = isDescending ? ["cal", "ben", "ada"] : ["ada", "ben", "cal"];
    expect(place(["nil", ...ids], "nil", rules)).toEqual([...ids, "nil"]);
  }
});

describe("a list of those that name one record", () => {
  const about = { field: "owner", id: "u1" };
  const owned = (id: string, owner: string | null): WireRecord => ({
    id,
    version: 9,
    name: id,
    owner: owner === null ? null : { id: owner },
    modified_date: "2026-11-20T12:00:00.000Z",
  });

  it("takes in a new one that names it, and no other", () => {
    const { rules } = world({ about }, { dot: owned("dot", "u1"), eve: owned("eve", "u2") });
    const took = applyChange(page(), change({ id: "dot", op: "created" }), "applied", rules, 1);
    expect([took.total, took.fresh]).toEqual([11, ["dot"]]);
    expect(applyChange(page(), change({ id: "eve", op: "created" }), "applied", rules, 1)).toEqual(page());
  });

  it("lets one go that names another now", () => {
    const { rules } = world({ about }, { ben: owned("ben", "u2") });
    const fields = { owner: { id: "u2" } };
    const after = applyChange(page(), change({ id: "ben", fields }), "applied", rules, 1);
    expect([after.total, after.leaving]).toEqual([9, ["ben"]]);
  });

  it("offers one of elsewhere that names it now, held or not, in a list of several too", () => {
    const { rules } = world({ about: { field: "contacts", id: "c1" } });
    const named = { contacts: [{ id: "c0" }, { id: "c1" }] };
    expect(applyChange(page(), change({ id: "far", fields: named }), "applied", rules, 1).changed).toEqual([
      "far",
    ]);
    const other = { contacts: [{ id: "c0" }] };
    expect(applyChange(page(), change({ id: "far", fields: other }), "applied", rules, 1)).toEqual(page());
    const nothing = { last_message: "Hi" };
    expect(applyChange(page(), change({ id: "far", fields: nothing }), "applied", rules, 1)).toEqual(page());
  });

  it("does not count away one of which it never knew", () => {
    const { rules } = world({ about });
    expect(applyChange(page(), change({ id: "far", op: "removed" }), "applied", rules, 1).total).toBe(10);
  });
});

describe("a list of those with some values", () => {
  const only = { field: "status", values: ["ringing", "in-progress"] };
  const row = (status: string): WireRecord => ({
    id: "call",
    version: 2,
    status,
    modified_date: "2026-11-20T11:00:00.000Z",
  });
  const all = (): LiveList => fromPage({ ids: ["ada"], total: 1, hasNext: false });
  const told = (status: string) => change({ id: "call", fields: { status } });

  it("takes in what is made with one", () => {
    const created = change({ id: "call", op: "created", fields: row("ringing") });
    const after = applyChange(all(), created, "applied", world({ only }, { call: row("ringing") }).rules, 1);
    expect(after).toMatchObject({ fresh: ["call"], total: 2 });
    const queued = change({ id: "call", op: "created", fields: row("queued") });
    const before = all();
    expect(applyChange(before, queued, "applied", world({ only }, { call: row("queued") }).rules, 1)).toBe(
      before,
    );
  });

  it("takes in what comes to one, and shows it without another reading where it holds all", () => {
    const { rules } = world({ only }, { call: row("ringing") });
    const after = applyChange(all(), told("ringing"), "applied", rules, 1);
    expect(after).toMatchObject({ fresh: ["call"], changed: [], total: 2 });
    expect(showWaiting(after, rules, 1)?.ids).toEqual(["call", "ada"]);
  });

  it("lets go what has none any more", () => {
    const { rules } = world({ only }, { call: row("completed") });
    const list = { ...all(), ids: ["call", "ada"], total: 2 };
    expect(applyChange(list, told("completed"), "applied", rules, 1)).toMatchObject({
      leaving: ["call"],
      total: 1,
    });
  });

  it("has all others where the values are those that it leaves out", () => {
    const others = { field: "status", values: ["Closed"], isNot: true } as const;
    const list = { ...all(), ids: ["call", "ada"], total: 2 };
    const open = world({ only: others }, { call: row("Open") }).rules;
    const closed = world({ only: others }, { call: row("Closed") }).rules;
    expect(applyChange(list, told("Open"), "applied", open, 1).leaving).toEqual([]);
    expect(applyChange(list, told("Closed"), "applied", closed, 1).leaving).toEqual(["call"]);
  });

  it("waits for one that it does not hold, and must be read for it", () => {
    const { rules } = world({ only });
    const list = { ...all(), hasNext: true };
    const fields = { status: "ringing", modified_date: "2026-11-20T11:00:00.000Z" };
    const after = applyChange(list, change({ id: "zed", fields }), "unknown", rules, 1);
    expect(after.changed).toEqual(["zed"]);
    expect(showWaiting(after, rules, 1)).toBeUndefined();
    const over = { status: "completed", modified_date: "2026-11-20T11:00:00.000Z" };
    expect(applyChange(list, change({ id: "zed", fields: over }), "unknown", rules, 1).changed).toEqual([]);
  });
});

describe("a list with a filter that only the server can decide", () => {
  const { rules } = world({ where: { rows: [{ field: "company" }] } });
  const isOutdated = (one: Partial<Change> & { id: string }) =>
    applyChange(page(), change(one), "applied", rules, 1).isOutdated;

  it("is read again for what may come in or go out", () => {
    expect(isOutdated({ id: "cal", fields: { company: "Kite" } })).toBe(true);
    expect(isOutdated({ id: "zed", fields: { company: "Kite" } })).toBe(true);
    expect(isOutdated({ id: "zed", op: "created", fields: { id: "zed", name: "Zed" } })).toBe(true);
    expect(isOutdated({ id: "zed", fields: { modified_date: "2026-11-20T11:00:00.000Z" } })).toBe(true);
  });

  it("is not for what changes nothing of that", () => {
    expect(isOutdated({ id: "zed", fields: { email: "zed@example.com" } })).toBe(false);
    expect(isOutdated({ id: "zed", op: "removed" })).toBe(false);
    const moved = { id: "cal", fields: { name: "Cal D", modified_date: "2026-11-20T11:00:00.000Z" } };
    const after = applyChange(page(), change(moved), "applied", rules, 1);
    expect([after.isOutdated, after.tints]).toEqual([false, { cal: 1 }]);
  });
});
