import { parseNumber } from "../number/value";
import { safeLink } from "../url/type";
import { type Image, imageOf } from "./value";

/** The server takes no picture that is larger. */
export const mostPixels = 10_000;

/** A size that was typed: the number, or what was typed where it is none. */
export function readSize(typed: string): number | string | null {
  const read = parseNumber(typed, true);
  return "value" in read ? read.value : typed;
}

export const isWrongSize = (size: Image["width"]) =>
  size !== undefined &&
  size !== null &&
  (typeof size === "string" || !Number.isInteger(size) || size < 1 || size > mostPixels);

/** Some parts changed; one of which no more is left than that it is not public is none. */
export function withParts(value: unknown, parts: Image): Image | null {
  const rest = Object.entries({ ...imageOf(value), ...parts }).filter(
    ([, held]) => held !== "" && held !== null && held !== undefined,
  );
  return rest.some(([, held]) => held !== false) ? Object.fromEntries(rest) : null;
}

/** What keeps a picture from being stored. */
export function problemOf(image: Image | null): "link" | "size" | undefined {
  if (image === null) {
    return undefined;
  }
  if (safeLink(image.url ?? "") === undefined) {
    return "link";
  }
  return isWrongSize(image.width) || isWrongSize(image.height) ? "size" : undefined;
}
