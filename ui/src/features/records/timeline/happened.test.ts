// @vitest-environment node
import { describe, expect, it } from "vitest";
import type { TimelinePage } from "@/api/timeline";
import {
  fromPage,
  type Happening,
  isAbout,
  reaches,
  readAnew,
  withItem,
  withOlder,
  withoutItem,
} from "./happened";
import { nameOf } from "./NoteComposer";

const at = (minute: number) => `2026-11-20T10:${String(minute).padStart(2, "0")}:00.000Z`;
const page = (minutes: number[], next?: string): TimelinePage => ({
  items: minutes.map((minute) => ({
    kind: "note",
    object: "note",
    at: at(minute),
    record: { id: `n${minute}`, version: 1 },
  })),
  next,
});
const ids = (list: { items: readonly { id: string }[] }) => list.items.map((item) => item.id);

describe("a timeline", () => {
  const list = fromPage(page([5, 4, 3], "more"));

  it("shows the newest last, and takes older ones in front without moving the rest", () => {
    expect(ids(list)).toEqual(["n3", "n4", "n5"]);
    const whole = withOlder(list, page([3, 2, 1]));
    expect(ids(whole)).toEqual(["n1", "n2", "n3", "n4", "n5"]);
    expect(whole).toMatchObject({ older: 2, next: undefined });
  });

  it("puts what happens where it belongs by its moment, once", () => {
    const now = withItem(list, "call", "c", at(4));
    expect(ids(now)).toEqual(["n3", "c", "n4", "n5"]);
    expect(withItem(now, "call", "c", at(4))).toBe(now);
    expect(ids(withItem(now, "call", "c", at(9)))).toEqual(["n3", "n4", "n5", "c"]);
  });

  it("leaves what lies before the part that was read to the page that holds it", () => {
    expect(withItem(list, "note", "n1", at(1))).toBe(list);
    const whole = fromPage(page([5, 4, 3]));
    expect(ids(withItem(whole, "note", "n1", at(1)))).toEqual(["n1", "n3", "n4", "n5"]);
  });

  it("reads anew as far as it was read, and leaves everything in its place", () => {
    const had = withOlder(list, page([2, 1], "older"));
    expect(reaches(had, [page([8, 7, 6], "a")])).toBe(false);
    expect(reaches(had, [page([8, 7, 6], "a"), page([5, 4, 3], "b")])).toBe(false);
    const pages: [TimelinePage, ...TimelinePage[]] = [
      page([8, 7, 6], "a"),
      page([5, 4, 3], "b"),
      page([2, 1, 0], "c"),
    ];
    expect(reaches(had, pages)).toBe(true);
    const now = readAnew(had, pages);
    expect(ids(now)).toEqual(["n0", "n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8"]);
    // Where an item stands among the others is counted from -older.
    const placeOf = (of: typeof now, id: string) => ids(of).indexOf(id) - of.older;
    expect(placeOf(now, "n3")).toBe(placeOf(had, "n3"));
    expect(now.next).toBe("c");
  });

  it("reads no more than the newest where no older ones were asked for, or there are none", () => {
    expect(reaches(list, [page([9, 8, 7], "a")])).toBe(true);
    expect(reaches(undefined, [page([9, 8, 7], "a")])).toBe(true);
    expect(reaches(withOlder(list, page([2, 1])), [page([9, 8, 7])])).toBe(true);
    expect(readAnew(list, [page([30, 29, 28], "a")]).older).toBe(0);
  });

  it("lets go what is gone or about another one", () => {
    expect(ids(withoutItem(list, "note", "n4"))).toEqual(["n3", "n5"]);
    expect(withoutItem(list, "note", "other")).toBe(list);
  });
});

describe("what a record is about", () => {
  const direct: Happening = { object: "note", kind: "note", at: "created_date", field: "related_to" };
  const said: Happening = { ...direct, object: "text", field: "contacts", thread: "thread", part: "in" };
  const record = (fields: object) => ({ id: "r", version: 1, ...fields });

  it("is named by its field, by one of a list, or by the thread that it is part of", () => {
    const none = new Set<string>();
    expect(isAbout(record({ related_to: { schema: "contact", id: "c" } }), direct, "c", none)).toBe(true);
    expect(isAbout(record({ related_to: [{ id: "x" }, { id: "c" }] }), direct, "c", none)).toBe(true);
    expect(isAbout(record({ related_to: null }), direct, "c", none)).toBe(false);
    expect(isAbout(record({ in: { id: "t" } }), said, "c", new Set(["t"]))).toBe(true);
    expect(isAbout(record({ in: { id: "t" } }), said, "c", none)).toBe(false);
  });
});

describe("a note's name", () => {
  it("is how it begins, in whole words", () => {
    expect(nameOf(" Wants the blue one.\nCall before noon.")).toBe("Wants the blue one.");
    expect(nameOf("word ".repeat(20))).toBe(`${"word ".repeat(11)}word…`);
    expect(nameOf("x".repeat(80))).toBe(`${"x".repeat(60)}…`);
  });
});
