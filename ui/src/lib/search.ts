import { foldText, isAnywhere } from "./fold";
import { searchDigits } from "./typedNumber";

/** One thing that is looked for: a text, and its digits where it may be part of a phone number. */
export interface Term {
  text: string;
  digits: string;
}

/** A field that is looked through; of a phone number the digits are. */
export interface SearchField {
  name: string;
  isNumber: boolean;
}

/** Takes apart what was typed: a phone number, however it is written, is one term, otherwise each word is. */
export function termsOf(typed: string): Term[] {
  const text = typed.trim();
  const digits = searchDigits(text);
  if (digits !== "") {
    return [{ text, digits }];
  }
  return text
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => ({ text: word, digits: searchDigits(word) }));
}

function numberOf(value: unknown): string {
  if (typeof value === "object" && value !== null && "phone_number" in value) {
    return String(value.phone_number);
  }
  return typeof value === "string" ? value : "";
}

function holds(value: unknown, isNumber: boolean, { text, digits }: Term): boolean {
  if (isNumber) {
    return digits !== "" && numberOf(value).includes(digits);
  }
  if (typeof value !== "string") {
    return false;
  }
  const [whole, part] = [foldText(value), foldText(text)];
  if (part === "") {
    return false;
  }
  return isAnywhere(part) ? whole.includes(part) : whole.startsWith(part) || whole.includes(` ${part}`);
}

/** Whether a search finds all that it looks for in some texts, of which numbers are told by their digits. */
export const isFoundIn = (texts: readonly string[], terms: readonly Term[]): boolean =>
  terms.every((term) =>
    texts.some((text) => holds(text, false, term) || holds(text.replace(/[^\d]/g, ""), true, term)),
  );

/** Whether a search finds the record, as the server decides it (search= of a list, GET v1/search). */
export function isFound(
  record: Readonly<Record<string, unknown>>,
  fields: readonly SearchField[],
  terms: readonly Term[],
): boolean {
  return terms.every((term) => fields.some((field) => holds(record[field.name], field.isNumber, term)));
}
