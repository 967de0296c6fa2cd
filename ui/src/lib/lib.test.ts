// @vitest-environment node
import { afterEach, describe, expect, it } from "vitest";
import { ownPath } from "./paths";
import { formatPhone } from "./phone";
import { clockTime, dayName, duration, isSameDay } from "./time";
import { settle } from "./useSettled";
import { adoptZone, dayAt, momentOf, wallAt } from "./zone";

describe("ownPath", () => {
  it.each([
    ["/live/chat", "/live/chat"],
    ["/view/contact/list?page=2#x", "/view/contact/list?page=2#x"],
    ["//evil.example", undefined],
    ["/\\evil.example", undefined],
    ["https://evil.example", undefined],
    ["javascript:alert(1)", undefined],
    ["/login", undefined],
    [7, undefined],
  ])("%s", (path, expected) => {
    expect(ownPath(path)).toBe(expected);
  });
});

describe("phones", () => {
  it("writes our own numbers as people do", () => {
    expect(formatPhone("+14155550134")).toBe("(415) 555-0134");
    expect(formatPhone("anonymous")).toBe("anonymous");
  });
});

describe("times", () => {
  it.each([
    [7, "0:07"],
    [754, "12:34"],
    [3723, "1:02:03"],
    [-3, "0:00"],
  ])("%d seconds", (seconds, expected) => {
    expect(duration(seconds)).toBe(expected);
  });

  it("names today and yesterday", () => {
    const now = new Date(2026, 2, 2, 9);
    const words = { today: "Today", yesterday: "Yesterday" };
    expect(dayName(new Date(2026, 2, 2, 1), words, now)).toBe("Today");
    expect(dayName(new Date(2026, 2, 1, 23), words, now)).toBe("Yesterday");
  });
});

describe("the user's time zone", () => {
  afterEach(() => adoptZone(null));

  it("decides the day and the time that are shown", () => {
    const late = new Date("2026-03-09T15:30:00Z");
    const later = new Date("2026-03-09T23:30:00Z");
    const words = { today: "Today", yesterday: "Yesterday" };
    adoptZone("Asia/Tokyo");
    expect(dayName(new Date("2026-03-09T14:59:00Z"), words, late)).toBe("Yesterday");
    expect(isSameDay(late, later)).toBe(true);
    expect(clockTime(late)).toMatch(/^0?0:30|^12:30/);
    adoptZone("America/Los_Angeles");
    expect(dayName(new Date("2026-03-09T14:59:00Z"), words, late)).toBe("Today");
    expect(clockTime(late)).toMatch(/^8:30/);
    // One day follows another where clocks are put forward.
    expect(dayAt(new Date("2026-03-09T07:00:00Z")) - dayAt(new Date("2026-03-08T08:00:00Z"))).toBe(1);
  });

  it("is the browser's where none is set or the name is none", () => {
    const now = new Date();
    const browser = wallAt(now);
    for (const name of ["Mars/Olympus", "", null, 7]) {
      adoptZone(name);
      expect(wallAt(now)).toEqual(browser);
    }
  });

  it("turns every moment to a wall clock and back", () => {
    for (const name of ["Asia/Kathmandu", "America/Sao_Paulo", "Australia/Lord_Howe", "Pacific/Apia"]) {
      adoptZone(name);
      for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 17 * 3_600_000 + 60_000) {
        const moment = new Date(at);
        const again = momentOf(wallAt(moment));
        // Where clocks are put back, the first of two moments is meant.
        expect([0, 30, 60]).toContain((at - again.getTime()) / 60_000);
        expect(wallAt(again)).toEqual(wallAt(moment));
      }
    }
    adoptZone("America/New_York");
    expect(momentOf({ year: 2026, month: 3, day: 8, hour: 2, minute: 30, second: 0 }).toISOString()).toBe(
      "2026-03-08T07:30:00.000Z",
    );
  });
});

describe("settle", () => {
  it("keeps known rows in their places, drops the gone, and puts new ones in front", () => {
    expect(settle(["a", "b", "c"], ["c", "new", "a"])).toEqual(["new", "a", "c"]);
  });
});
