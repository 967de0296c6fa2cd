import { formatPhone } from "@/lib/phone";
import { readNumber } from "@/lib/phoneNumber";
import { digitsIn } from "@/lib/typedNumber";

export interface Phone {
  country_code?: string | null;
  phone_number?: string | null;
  friendly_number?: string | null;
  extension?: string | null;
}

export const phoneOf = (value: unknown): Phone =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Phone) : {};

export const countryCodes = ["+1", "+44"] as const;

/** The number as people of its country write it, with its extension. */
export function formatPhoneValue(value: unknown): string {
  const phone = phoneOf(value);
  const ours = phone.phone_number?.startsWith("+1");
  // Of other countries the value itself says best how the number is written.
  const number =
    (!ours && phone.friendly_number) || formatPhone(phone.phone_number) || phone.friendly_number || "";
  return number && phone.extension ? `${number} ext. ${phone.extension}` : number;
}

/** What stands in the number's own box: the number as it is dialled within its country. */
export function nationalPart(value: unknown): string {
  const phone = phoneOf(value);
  const number = phone.phone_number ?? "";
  return readNumber(number, "")?.national ?? phone.friendly_number ?? number;
}

export interface TypedPhone {
  code: string;
  number: string;
  extension: string;
}

export type ReadPhone = { value: Phone | null } | { value: Phone; problem: "invalid" };

/**
 * Reads a typed phone: a number without which nothing can be dialled is invalid. One that starts
 * with a plus or 00 carries its own country code.
 */
export function readPhone({ code, number, extension }: TypedPhone): ReadPhone {
  const typed = number.trim();
  const ext = digitsIn(extension);
  if (typed === "") {
    return ext === ""
      ? { value: null }
      : { value: { country_code: code, extension: ext }, problem: "invalid" };
  }
  const known = readNumber(typed, code);
  if (!known) {
    return { value: { country_code: code, friendly_number: typed }, problem: "invalid" };
  }
  return {
    value: {
      country_code: known.code,
      phone_number: known.number,
      extension: ext === "" ? null : ext,
      friendly_number: known.code === "+1" ? known.national : known.international,
    },
  };
}
