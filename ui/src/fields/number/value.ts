import { lazy } from "@/lib/lazy";

const locale = typeof navigator === "undefined" ? "en-US" : navigator.language;
const plain = lazy(() => new Intl.NumberFormat(locale, { maximumSignificantDigits: 17 }));

/** A number for people, with all its digits. Of a whole one beyond 2^53 that is no bigint some are lost: it says so. */
export function formatNumber(value: unknown): string {
  if (typeof value === "bigint") {
    return new Intl.NumberFormat(locale).format(value);
  }
  if (typeof value !== "number" || !Number.isFinite(value)) {
    return "";
  }
  const shown = plain().format(value);
  return Math.abs(value) > Number.MAX_SAFE_INTEGER ? `≈ ${shown}` : shown;
}

export type ReadNumber =
  | { value: number | bigint | null }
  | { problem: "number" | "whole" | "range" | "digits" };

/** The digits of a decimal number without zeros at either end, and its exponent: equal numbers have the same. */
function digitsOf(text: string): string {
  const [mantissa = "", power = "0"] = text.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.replace(/^[+-]/, "").split(".");
  const all = (whole + fraction).replace(/^0+/, "");
  const kept = all.replace(/0+$/, "");
  return kept && `${kept}e${Number(power) - fraction.length + all.length - kept.length}`;
}

const compacted = (typed: string): string =>
  typed
    .trim()
    .replace(/[\s_]/g, "")
    .replace(/,(?=\d{3}(\D|$))/g, "");

/** Reads a number that a field is to keep with all its digits: a whole one of 64 bits, or a floating point number. */
export function readNumber(typed: string, isWhole: boolean): ReadNumber {
  const compact = compacted(typed);
  if (compact === "") {
    return { value: null };
  }
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(compact)) {
    return { problem: "number" };
  }
  const value = Number(compact);
  if (isWhole) {
    if (Number.isSafeInteger(value)) {
      return { value };
    }
    if (!/^[+-]?\d+$/.test(compact)) {
      return { problem: "whole" };
    }
    const exact = BigInt(compact.replace("+", ""));
    return BigInt.asIntN(64, exact) === exact ? { value: exact } : { problem: "range" };
  }
  if (!Number.isFinite(value)) {
    return { problem: "number" };
  }
  return digitsOf(compact) === digitsOf(String(value)) ? { value } : { problem: "digits" };
}

export type ParsedNumber = { value: number | null } | { problem: "number" | "whole" };

/** Reads a typed number; thousands may be grouped by commas, spaces or nothing. */
export function parseNumber(typed: string, isWhole: boolean): ParsedNumber {
  const compact = compacted(typed);
  if (compact === "") {
    return { value: null };
  }
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(compact)) {
    return { problem: "number" };
  }
  const value = Number(compact);
  if (!Number.isFinite(value) || (isWhole && !Number.isSafeInteger(value))) {
    return { problem: isWhole ? "whole" : "number" };
  }
  return { value };
}
