/*
 * JSON whose whole numbers keep all their digits. JSON.parse rounds what lies beyond 2^53; such a number is a bigint
 * here, in both directions.
 */

declare global {
  interface BigInt {
    toJSON?(): string;
  }
}

/** Whether a text may hold a number that would be rounded: few do. */
const suspicious = /(?:^|[:,[\s])-?\d{16}/;
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;
const whole = /^-?\d{16,}$/;
// No text from the server holds U+0000.
const mark = "\u0000whole:";
const written = /"\\u0000whole:(-?\d+)"/g;

/** The text with such numbers as marked texts, which `revive` takes back. */
export const marked = (text: string): string =>
  suspicious.test(text)
    ? text.replace(tokens, (token) =>
        whole.test(token) && !Number.isSafeInteger(Number(token)) ? `"\\u0000whole:${token}"` : token,
      )
    : text;

/** The reviver of JSON.parse for a marked text. */
export const revive = (_key: string, value: unknown): unknown =>
  typeof value === "string" && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value;

export function parseJson(text: string): unknown {
  const exact = marked(text);
  return JSON.parse(exact, exact === text ? undefined : revive);
}

/** A value as JSON, its bigints as numbers. */
export function writeJson(value: unknown, space?: number): string {
  let isExact = false;
  const text = JSON.stringify(
    value,
    function (this: Record<string, unknown>, key, one: unknown) {
      const kept = this[key];
      if (typeof kept === "bigint") {
        isExact = true;
        return `${mark}${kept}`;
      }
      return one;
    },
    space,
  );
  return isExact ? text.replace(written, "$1") : text;
}

// What is written elsewhere holds them as texts, which the server takes for whole numbers too.
BigInt.prototype.toJSON = function () {
  return this.toString();
};
