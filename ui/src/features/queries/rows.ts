import type { Row } from "./api";
import { words } from "./messages";

/** The keys of the rows, in the order in which the query has them. */
export function keysOf(rows: readonly Row[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What a record refers to: an id, a name, and the object that it is of. */
export interface Link {
  id: string;
  name: string;
  object: string;
}

export function linkOf(value: unknown): Link | undefined {
  if (!isObject(value) || typeof value.id !== "string" || !isObject(value.schema)) {
    return undefined;
  }
  const object = value.schema.api_name;
  return typeof object === "string"
    ? { id: value.id, name: typeof value.name === "string" ? value.name : value.id, object }
    : undefined;
}

/** A value as a line of text. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) {
    return "";
  }
  if (typeof value === "boolean") {
    return value ? words.yes : words.no;
  }
  const link = linkOf(value);
  if (link) {
    return link.name;
  }
  if (Array.isArray(value) && value.every((one) => !isObject(one) || linkOf(one) !== undefined)) {
    return value.map(textOf).join(", ");
  }
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** A field of a CSV file (RFC 4180). What a spreadsheet would take for a formula is made a text. */
function field(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The rows as CSV, with a line of their keys. Truth is true or false there, as programs write it. */
export function csvOf(rows: readonly Row[]): string {
  const keys = keysOf(rows);
  const line = (row: Row) =>
    keys.map((key) => field(typeof row[key] === "boolean" ? String(row[key]) : textOf(row[key]))).join(",");
  return [keys.map(field).join(","), ...rows.map(line)].map((one) => `${one}\r\n`).join("");
}

export const jsonOf = (rows: readonly Row[]): string => JSON.stringify(rows, null, 2);
