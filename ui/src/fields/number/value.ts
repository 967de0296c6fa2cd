import { lazy } from "@/lib/lazy";

const locale = typeof navigator === "undefined" ? "en-US" : navigator.language;
const plain = lazy(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 6 }));

/** A number for people. Beyond 2^53 a browser knows it about, no more, and says so. */
export function formatNumber(value: unknown): string {
  if (typeof value !== "number" || !Number.isFinite(value)) {
    return "";
  }
  const shown = plain().format(value);
  return Math.abs(value) > Number.MAX_SAFE_INTEGER ? `≈ ${shown}` : shown;
}

export type ParsedNumber = { value: number | null } | { problem: "number" | "whole" };

/** Reads a typed number; thousands may be grouped by commas, spaces or nothing. */
export function parseNumber(typed: string, isWhole: boolean): ParsedNumber {
  const compact = typed
    .trim()
    .replace(/[\s_]/g, "")
    .replace(/,(?=\d{3}(\D|$))/g, "");
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
