// @vitest-environment node
import { expect, it } from "vitest";
import { segmentsOf } from "./segments";

it.each([
  ["nothing", "", 0],
  ["a short one", "Hello", 1],
  ["as much as one holds", "a".repeat(160), 1],
  ["one sign more", "a".repeat(161), 2],
  ["signs that take the place of two", "€".repeat(80), 1],
  ["one of them more", "€".repeat(81), 2],
  ["another script, as much as one holds", "я".repeat(70), 1],
  ["another script, one sign more", "я".repeat(71), 2],
  ["a sign outside the alphabet, which makes all of it wide", `${"a".repeat(70)}😀`, 2],
  ["the longest", "a".repeat(1_600), 11],
])("%s", (_, text, segments) => expect(segmentsOf(text)).toBe(segments));
