import type { FieldSpec } from "@/fields";
import { fieldType } from "@/fields";
import { readMoney } from "@/fields/currency/read";
import { fromLocalInput, toLocalInput } from "@/fields/date-time/value";
import { choiceLabel, choicesOf } from "@/fields/enum/value";
import { withTyped } from "@/fields/multi-select/value";
import { readNumber } from "@/fields/number/value";
import { phoneOf, readPhone } from "@/fields/phone/value";
import { isEmpty, textOf, typesOf } from "@/fields/value";
import { parseJson } from "@/lib/exact";
import { words } from "./messages";

/** As much text as one paste may have. */
export const mostPasted = 5_000_000;

const cellEnd = /[\t\r\n]|$/g;

/** The cells of text from a spreadsheet: tab separated, with quotes around cells that hold tabs, quotes or lines. */
export function parseCells(text: string): string[][] {
  const rows: string[][] = [[]];
  let at = 0;
  const rowNow = () => rows.at(-1) as string[];
  while (at <= text.length) {
    let cell = "";
    if (text[at] === '"') {
      const close = closingQuote(text, at + 1);
      // A quote that never closes is text like any other.
      if (close !== undefined) {
        cell = text.slice(at + 1, close).replaceAll('""', '"');
        at = close + 1;
      }
    }
    cellEnd.lastIndex = at;
    const end = cellEnd.exec(text)?.index ?? text.length;
    rowNow().push(cell + text.slice(at, end));
    at = end;
    if (at >= text.length) {
      break;
    }
    if (text[at] !== "\t") {
      at += text.startsWith("\r\n", at) ? 1 : 0;
      if (at + 1 >= text.length) {
        break; // the line end of the last row
      }
      rows.push([]);
    }
    at += 1;
  }
  return rows;
}

function closingQuote(text: string, from: number): number | undefined {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at)) {
    if (text[at + 1] !== '"') {
      return /^([\t\r\n]|$)/.test(text.slice(at + 1, at + 2)) ? at : undefined;
    }
    at += 2;
  }
  return undefined;
}

const written = (cell: string) => (/[\t\r\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

export const writeCells = (cells: readonly (readonly string[])[]): string =>
  cells.map((row) => row.map(written).join("\t")).join("\n");

/** A value as text that reads back as the same value, where its kind allows that. */
export function cellText(field: FieldSpec, value: unknown): string {
  if (isEmpty(value)) {
    return "";
  }
  switch (field.kind) {
    case "number":
    case "currency":
    case "date":
    case "text":
    case "text-area":
    case "rich-text":
    case "json":
      return textOf(value);
    case "date-time":
      return toLocalInput(value).replace("T", " ");
    case "phone": {
      const { phone_number: number, friendly_number: friendly, extension } = phoneOf(value);
      return `${number || friendly || ""}${extension ? ` ext. ${extension}` : ""}`;
    }
    default:
      return fieldType(field.kind).text(value, field) || textOf(value);
  }
}

export interface ReadCell {
  value: unknown;
  problem?: string;
}

const plainTexts = [
  "text",
  "text-area",
  "rich-text",
  "email",
  "url",
  "code",
  "time-zone",
  "time",
  "color",
  "field-name",
];

function readDay(text: string): string | undefined {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  const iso = year === undefined ? text : `${year}-${month?.padStart(2, "0")}-${day?.padStart(2, "0")}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(iso) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso)
    ? iso
    : undefined;
}

function readMoment(text: string): string | undefined {
  const [, day, time = "00:00"] = /^(\S+)(?:[ T](\d\d:\d\d(?::\d\d)?))?$/.exec(text) ?? [];
  const date = day === undefined ? undefined : readDay(day);
  if (date !== undefined) {
    return fromLocalInput(`${date}T${time}`) ?? undefined;
  }
  return /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text))
    ? new Date(text).toISOString()
    : undefined;
}

function option(field: FieldSpec, text: string): string | undefined {
  const wanted = text.trim().toLowerCase();
  return choicesOf(field).find(
    (one) => one.toLowerCase() === wanted || choiceLabel(one, field).toLowerCase() === wanted,
  );
}

const yes = ["true", "yes", "y", "1", "✓", "x"];
const no = ["false", "no", "n", "0"];

const refused = (value: unknown, problem: string): ReadCell => ({ value, problem });

const readers: Readonly<Record<string, (text: string, field: FieldSpec) => ReadCell>> = {
  number: (text, { property }) => {
    const isWhole = typesOf(property).includes("integer");
    const read = readNumber(text, isWhole);
    return "value" in read ? read : refused(text, isWhole ? words.notWhole : words.notNumber);
  },
  currency: (text) => {
    const read = readMoney(text);
    return "value" in read ? read : refused(text, words.notNumber);
  },
  boolean: (text) => {
    const word = text.toLowerCase();
    return yes.includes(word) || no.includes(word)
      ? { value: yes.includes(word) }
      : refused(text, words.notBoolean);
  },
  date: (text) => {
    const value = readDay(text);
    return value === undefined ? refused(text, words.notDate) : { value };
  },
  "date-time": (text) => {
    const value = readMoment(text);
    return value === undefined ? refused(text, words.notMoment) : { value };
  },
  enum: (text, field) => {
    const value = option(field, text);
    return value === undefined ? refused(text, words.notOption(text)) : { value };
  },
  "multi-picklist": (text, field) => {
    const parts = withTyped([], text);
    const wrong = parts.find((part) => option(field, part) === undefined);
    return wrong === undefined
      ? { value: parts.map((part) => option(field, part)) }
      : refused(text, words.notOption(wrong));
  },
  "multi-select": (text) => ({ value: withTyped([], text) }),
  phone: (text) => {
    const [, number = "", extension = ""] = /^(.*?)(?:\s*(?:ext\.?|x)\s*(\d+))?$/i.exec(text) ?? [];
    const read = readPhone({ code: "+1", number, extension });
    return "problem" in read ? refused(read.value, words.notPhone) : read;
  },
  lookup: (text) => refused(text, words.notRecord(text)),
  json: (text) => {
    try {
      return { value: parseJson(text) };
    } catch {
      return refused(text, words.notJson);
    }
  },
};

/** What text of a spreadsheet means in a field; with a problem where it can't be stored. */
export function readCell(field: FieldSpec, text: string): ReadCell {
  const typed = text.trim();
  if (typed === "") {
    return field.isRequired ? refused(null, words.required(field.title)) : { value: null };
  }
  if (plainTexts.includes(field.kind)) {
    return { value: text };
  }
  return readers[field.kind]?.(typed, field) ?? refused(typed, words.notPasted);
}

interface Copied {
  text: string;
  kinds: readonly (readonly string[])[];
  values: readonly (readonly unknown[])[];
}

/** What was copied here last: of cells that come back, the values are known and not only their text. */
let last: Copied | undefined;

export function rememberCopied(
  text: string,
  fields: readonly FieldSpec[],
  values: readonly (readonly unknown[])[],
) {
  last = { text, values, kinds: values.map(() => fields.map(kindOf)) };
}

const kindOf = ({ kind, target = "" }: FieldSpec) => `${kind} ${target}`;

/** The value that was copied here as such a text, into a field of the same kind. */
export function copiedValue(
  text: string,
  row: number,
  column: number,
  field: FieldSpec,
): ReadCell | undefined {
  if (last === undefined || last.text.replaceAll("\r\n", "\n") !== text.replaceAll("\r\n", "\n")) {
    return undefined;
  }
  const rowAt = row % last.values.length;
  const columnAt = column % (last.values[rowAt]?.length ?? 1);
  return last.kinds[rowAt]?.[columnAt] === kindOf(field) && field.kind !== "enum"
    ? { value: last.values[rowAt]?.[columnAt] ?? null }
    : undefined;
}
