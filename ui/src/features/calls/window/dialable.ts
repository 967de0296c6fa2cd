import { ownCountry } from "@/fields/phone/country";
import { codeOf, readNumber } from "@/lib/phoneNumber";
import { plain } from "@/lib/typedNumber";

const letters = /\p{L}/u;

/**
 * The number that was typed, in E.164, as soon as it is one: ten digits of North America, ten or eleven with a leading
 * 0 of Britain for who is there, and what the plans of other countries say. After + or 00 the country comes first.
 */
export function dialable(typed: string, country = ownCountry()): string | undefined {
  const text = plain(typed);
  const digits = text.replace(/\D/g, "");
  if (text === "" || letters.test(text)) {
    return undefined;
  }
  if (text.startsWith("+") || text.startsWith("00") || (text.startsWith("011") && codeOf(country) === "+1")) {
    return readNumber(text, country)?.number;
  }
  if (country === "GB") {
    const isWhole = digits.startsWith("0") ? digits.length === 11 : digits.length === 10;
    return isWhole ? `+44${digits.replace(/^0/, "")}` : undefined;
  }
  if (country === "US" || country === "CA") {
    return digits.length === 10 ? `+1${digits}` : undefined;
  }
  return digits.length === 10
    ? (readNumber(text, country)?.number ?? `+1${digits}`)
    : readNumber(text, country)?.number;
}
