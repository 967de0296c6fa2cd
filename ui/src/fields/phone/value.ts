import { formatPhone, isE164 } from "@/lib/phone";

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
  const number = formatPhone(phone.phone_number) || phone.friendly_number || "";
  return number && phone.extension ? `${number} ext. ${phone.extension}` : number;
}

/** What stands in the number's own box: the number without its country code. */
export function nationalPart(value: unknown): string {
  const phone = phoneOf(value);
  const number = phone.phone_number ?? "";
  const code = phone.country_code ?? "+1";
  if (!isE164(number) || !number.startsWith(code)) {
    return phone.friendly_number ?? number;
  }
  const national = number.slice(code.length);
  return code === "+1" && national.length === 10
    ? `(${national.slice(0, 3)}) ${national.slice(3, 6)}-${national.slice(6)}`
    : national;
}

export interface TypedPhone {
  code: string;
  number: string;
  extension: string;
}

export type ReadPhone = { value: Phone | null } | { value: Phone; problem: "invalid" };

/** Whether the national digits make a number of that country; other codes are judged by E.164's length. */
function isNational(code: string, digits: string): boolean {
  if (code === "+1") {
    return /^[2-9]\d{2}[2-9]\d{6}$/.test(digits);
  }
  return code === "+44" ? /^[1-9]\d{8,9}$/.test(digits) : isE164(code + digits);
}

/** Drops what people write before a national number: its own country code, or a leading zero. */
function withoutPrefix(code: string, digits: string): string {
  if (code === "+1") {
    return digits.length === 11 && digits.startsWith("1") ? digits.slice(1) : digits;
  }
  return digits.replace(/^0+/, "");
}

/**
 * Reads a typed phone: a number without which nothing can be dialled is invalid. One that starts
 * with a plus carries its own country code.
 */
export function readPhone({ code, number, extension }: TypedPhone): ReadPhone {
  const typed = number.trim();
  const ext = extension.replace(/\D/g, "");
  if (typed === "") {
    return ext === ""
      ? { value: null }
      : { value: { country_code: code, extension: ext }, problem: "invalid" };
  }
  const hasLetters = /[^\d\s().+-]/.test(typed);
  const digits = typed.replace(/\D/g, "");
  const isWhole = typed.startsWith("+");
  const own = isWhole ? (countryCodes.find((known) => `+${digits}`.startsWith(known)) ?? code) : code;
  const isOwn = `+${digits}`.startsWith(own);
  const national = withoutPrefix(own, isWhole && isOwn ? digits.slice(own.length - 1) : digits);
  const invalid: ReadPhone = { value: { country_code: code, friendly_number: typed }, problem: "invalid" };
  if (hasLetters || (isWhole && !isOwn) || !isNational(own, national)) {
    return invalid;
  }
  const value: Phone = {
    country_code: own,
    phone_number: own + national,
    extension: ext === "" ? null : ext,
  };
  return {
    value: {
      ...value,
      friendly_number: own === "+1" ? nationalPart(value) : formatPhone(value.phone_number),
    },
  };
}
