import { lazy } from "@/lib/lazy";

const locale = typeof navigator === "undefined" ? "en-US" : navigator.language;
const plain = lazy(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 6 }));

export const formatNumber = (value: unknown): string =>
  typeof value === "number" && Number.isFinite(value) ? plain().format(value) : "";

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
