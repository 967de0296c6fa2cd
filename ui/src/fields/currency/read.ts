import { parseNumber } from "../number/value";

const most = 9_999_999_999_999.99;

export type ReadMoney = { value: number | null } | { problem: "number" | "decimals" | "size" };

/** Reads a typed amount, with its currency's sign or without. */
export function readMoney(typed: string): ReadMoney {
  const read = parseNumber(typed.replace(/\p{Sc}|\b[A-Za-z]{3}\b/gu, ""), false);
  if ("problem" in read) {
    return { problem: "number" };
  }
  if (read.value === null) {
    return /\S/.test(typed) ? { problem: "number" } : { value: null };
  }
  if (Math.abs(read.value) > most) {
    return { problem: "size" };
  }
  return /\.\d{2,}[1-9]/.test(typed) ? { problem: "decimals" } : { value: read.value };
}
