// @vitest-environment node
import { describe, expect, it } from "vitest";
import { ownPath } from "./paths";
import { formatPhone } from "./phone";
import { dayName, duration } from "./time";
import { settle } from "./useSettled";

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

describe("settle", () => {
  it("keeps known rows in their places, drops the gone, and puts new ones in front", () => {
    expect(settle(["a", "b", "c"], ["c", "new", "a"])).toEqual(["new", "a", "c"]);
  });
});
