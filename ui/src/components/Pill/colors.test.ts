import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { colors } from "./colors";

const css = readFileSync("src/app/tokens.css", "utf8");

/** The relative luminance of WCAG 2.2. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((left, right) => left - right);
  return (high + 0.05) / (low + 0.05);
}

describe.each(colors)("the server's colour %s", (color) => {
  const pair = String.raw`light-dark\((#\w{6}), (#\w{6})\);`;
  const found = new RegExp(`\\.option-${color} \\{\\s*--option: ${pair}\\s*--option-soft: ${pair}`).exec(css);

  it("can be read in light and in dark (WCAG 2.2 AA)", () => {
    const [, lightText = "", darkText = "", lightGround = "", darkGround = ""] = found ?? [];
    expect(contrast(lightGround, lightText)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(darkGround, darkText)).toBeGreaterThanOrEqual(4.5);
  });
});
