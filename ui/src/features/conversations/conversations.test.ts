// @vitest-environment node
import { describe, expect, it } from "vitest";
import { isBlocked, isStopped } from "./consent/rules";
import { deliveryState } from "./delivery";
import type { ConsentEvent } from "./objects";
import { byUnreadThenRecent } from "./order";

const none = {
  total: 2,
  sent: "none",
  delivered: "none",
  read: "none",
  failed: "none",
  undelivered: "none",
} as const;

describe("deliveryState", () => {
  it.each([
    ["nothing known", null, "unknown"],
    ["on its way", none, "unknown"],
    ["sent to some", { ...none, sent: "some" }, "unknown"],
    ["sent to all", { ...none, sent: "all" }, "sent"],
    ["delivered to some", { ...none, sent: "all", delivered: "some" }, "sent"],
    ["delivered to all", { ...none, sent: "all", delivered: "all" }, "delivered"],
    ["failed for one, though delivered", { ...none, delivered: "all", failed: "some" }, "failed"],
    ["undelivered comes first", { ...none, failed: "all", undelivered: "some" }, "undelivered"],
  ] as const)("%s", (_, delivery, expected) => {
    expect(deliveryState(delivery)).toBe(expected);
  });
});

describe("isBlocked", () => {
  const contact = (sms_opt_in: boolean | null) => ({ id: "c", version: 1, sms_opt_in });
  it.each([
    ["no contact record", [], false],
    ["one said yes", [contact(true)], false],
    ["nobody asked", [contact(null)], true],
    ["one yes, one not asked", [contact(true), contact(null)], false],
    ["one yes, one no", [contact(true), contact(false)], true],
  ] as const)("%s", (_, contacts, expected) => {
    expect(isBlocked(contacts)).toBe(expected);
  });
});

describe("isStopped", () => {
  const word = (kind: "opt_in" | "opt_out" | "help", position: number, at: string, conversation = "one") =>
    ({
      id: `${kind}${position}${at}`,
      version: 1,
      number: "+14155550100",
      sender: "+12065550101",
      source: "keyword",
      kind,
      position,
      at,
      conversation: { id: conversation, name: "Mia Ortiz" },
    }) as ConsentEvent;
  const by = (source: "admin" | "form", kind: "opt_in" | "opt_out", at: string) =>
    ({ id: source + at, version: 1, number: "+14155550100", source, kind, at }) as ConsentEvent;
  it.each([
    ["nothing was said", [], false],
    ["STOP", [word("opt_out", 4, "1")], true],
    ["STOP, then START", [word("opt_out", 4, "1"), word("opt_in", 5, "2")], false],
    ["a START that was overtaken", [word("opt_out", 4, "1"), word("opt_in", 3, "2")], true],
    ["STOP to another line", [word("opt_out", 4, "1", "two")], false],
    ["a colleague after STOP", [word("opt_out", 4, "1"), by("admin", "opt_in", "2")], true],
    ["a form after STOP", [word("opt_out", 4, "1"), by("form", "opt_in", "2")], false],
    ["a colleague's no", [by("admin", "opt_out", "1")], true],
    ["HELP", [word("help", 4, "1")], false],
  ] as const)("%s", (_, events, expected) => {
    expect(isStopped(events, "one")).toBe(expected);
    expect(isStopped([...events].reverse(), "one")).toBe(expected);
  });
});

describe("byUnreadThenRecent", () => {
  it("puts the most unread on top, then what was modified last", () => {
    const row = (id: string, unread_messages: number, modified_date: string) => ({
      id,
      version: 1,
      unread_messages,
      modified_date,
      last_message_at: "2026-02-01",
    });
    const rows = [
      row("old", 0, "2026-01-01"),
      row("new", 0, "2026-03-01"),
      row("one", 1, "2026-01-01"),
      row("two", 2, "2025-01-01"),
    ];
    expect(rows.sort(byUnreadThenRecent).map((one) => one.id)).toEqual(["two", "one", "new", "old"]);
  });
});
