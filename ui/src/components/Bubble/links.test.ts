// @vitest-environment node
import { describe, expect, it } from "vitest";
import { piecesOf } from "./links";

const hrefs = (text: string) => piecesOf(text).flatMap(({ href }) => href ?? []);

describe("links in a message", () => {
  it.each([
    ["a page", "See https://example.com/a?b=1#c.", ["https://example.com/a?b=1#c"]],
    ["two pages", "http://a.example, https://b.example", ["http://a.example", "https://b.example"]],
    ["mail", "Write to mailto:desk@example.com", ["mailto:desk@example.com"]],
    ["an address without a scheme", "desk@example.com, please", ["mailto:desk@example.com"]],
    ["a phone", "Call tel:+1-206-555-0100 now", ["tel:+1-206-555-0100"]],
    ["an address in another script", "https://例え.jp/道", ["https://例え.jp/道"]],
  ])("lead to %s", (_, text, found) => expect(hrefs(text)).toEqual(found));

  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt://example.com/%0aalert(1)",
    "data:text/html,<b>x</b>",
    "vbscript:x",
    "ftp://example.com/x",
    "//example.com",
    "file:///etc/passwd",
    "done.So we go",
    "tel:me",
  ])("%s is none", (text) => expect(hrefs(text)).toEqual([]));

  it("leave the text as it was", () => {
    const text = "One https://a.example two\nthree b@c.example four";
    expect(
      piecesOf(text)
        .map((piece) => piece.text)
        .join(""),
    ).toBe(text);
    expect(piecesOf("")).toEqual([]);
  });

  it("are found in a long text", () => {
    const text = "https://a.example/ ".repeat(400) + "a@".repeat(400) + "x".repeat(8_000);
    expect(hrefs(text)).toHaveLength(400);
  });
});
