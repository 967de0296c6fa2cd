import ICAL from "ical.js";

/** What a contact is created with. */
export interface CardContact {
  first_name: string;
  last_name: string;
  phone: string;
  email: string;
}

type Property = readonly [name: string, parameters: unknown, type: string, ...values: unknown[]];
type Component = readonly [name: string, properties: readonly Property[], inner: readonly unknown[]];

const textOf = (value: unknown): string =>
  Array.isArray(value) ? textOf(value[0]) : String(value ?? "").trim();

/** The first and the last name in a whole one. */
function split(whole: string): readonly [first: string, last: string] {
  const words = whole.split(/\s+/).filter(Boolean);
  return words.length > 1 ? [words.slice(0, -1).join(" "), words.at(-1) ?? ""] : [words[0] ?? "", ""];
}

/** Reads the first contact of a vCard. Throws where the text is none. */
export function readCard(text: string): CardContact {
  const parsed = ICAL.parse(text) as Component | readonly Component[];
  const [card] = (typeof parsed[0] === "string" ? [parsed] : parsed) as readonly Component[];
  if (card?.[0] !== "vcard") {
    throw new Error("It is no vCard.");
  }
  const valueAt = (name: string) => card[1].find(([known]) => known === name)?.[3];
  const [family, given] = [valueAt("n") ?? []].flat() as unknown[];
  const [first, last] = split(textOf(valueAt("fn")));
  const named = textOf(given) !== "" || textOf(family) !== "";
  return {
    first_name: named ? textOf(given) : first,
    last_name: named ? textOf(family) : last,
    phone: textOf(valueAt("tel")).replace(/^tel:/i, ""),
    email: textOf(valueAt("email")).replace(/^mailto:/i, ""),
  };
}
