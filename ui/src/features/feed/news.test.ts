import { describe, expect, it } from "vitest";
import type { Change } from "@/api";
import type { News } from "@/api/feed";
import { type Heard, hear, wanted, withHeard } from "./news";

const nothing: Heard = { news: [], gone: {} };
const change = (seq: number, over: Partial<Change> = {}): Change => ({
  seq,
  topics: ["feed"],
  object: "contact",
  id: "c1",
  op: "updated",
  version: seq,
  fields: { company: "Bolt" },
  ...over,
});
const told = (number: number, id = "c1"): News => ({
  number,
  at: "2026-01-01T10:00:00Z",
  object: "contact",
  version: 1,
  op: "updated",
  by: {},
  record: { id, name: "Nina" },
  fields: ["company"],
});
const numbers = (news: readonly News[]) => news.map(({ number }) => number);

describe("what is heard", () => {
  it("stands above what was read, each change once, the newest first", () => {
    const heard = [change(7), change(9), change(9), change(8)].reduce((had, one) => hear(had, one), nothing);
    expect(numbers(withHeard({ items: [told(7), told(5)], next: 5, objects: [] }, heard))).toEqual([
      9, 8, 7, 5,
    ]);
  });

  it("leaves no hole above what was not read", () => {
    const heard = hear(nothing, change(3));
    expect(numbers(withHeard({ items: [told(7), told(5)], next: 5, objects: [] }, heard))).toEqual([7, 5]);
    expect(numbers(withHeard({ items: [told(7), told(5)], next: undefined, objects: [] }, heard))).toEqual([
      7, 5, 3,
    ]);
  });

  it("takes away what is gone, and shows it when it comes back", () => {
    const gone = hear(hear(nothing, change(8)), change(9, { op: "removed" }));
    expect(numbers(withHeard({ items: [told(7), told(6, "c2")], next: 6, objects: [] }, gone))).toEqual([6]);
    const back = hear(gone, change(10, { op: "created", fields: { id: "c1", name: "Nina" } }));
    expect(numbers(withHeard({ items: [told(6, "c2")], next: 6, objects: [] }, back))).toEqual([10, 6]);
  });

  it("says who did what as far as the change or the record tells it", () => {
    const ben = { id: "u1", name: "Ben" };
    const [one] = hear(nothing, change(8), { name: "Nina", modified_by: ben }).news;
    expect(one).toMatchObject({
      op: "updated",
      by: { modified_by: ben },
      record: { id: "c1", name: "Nina" },
    });
    expect(one?.fields).toEqual(["company"]);
    expect(hear(nothing, change(8)).news[0]?.by).toEqual({});
    const seen = change(9, {
      op: "created",
      version: 4,
      fields: { id: "c1", name: "Nina", modified_by: null },
    });
    expect(hear(nothing, seen).news[0]).toMatchObject({
      op: "updated",
      fields: [],
      by: { modified_by: null },
    });
  });

  it("can be of one kind, or of one user", () => {
    const note: News = {
      number: 2,
      at: "",
      object: "note",
      version: 1,
      op: "created",
      by: {},
      record: { id: "n1" },
    };
    const mine: News = {
      ...note,
      number: 1,
      object: "contact",
      record: { id: "c1" },
      by: { modified_by: { id: "me", name: "Mia" } },
    };
    const heard: Heard = { news: [note, mine], gone: { "contact:c9": 3 } };
    expect(numbers(wanted(heard, {}, "me").news)).toEqual([2, 1]);
    expect(numbers(wanted(heard, { object: "note" }, "me").news)).toEqual([2]);
    expect(numbers(wanted(heard, { own: true }, "me").news)).toEqual([1]);
    expect(wanted(heard, { own: true, object: "note" }, "me")).toEqual({ news: [], gone: heard.gone });
  });
});
