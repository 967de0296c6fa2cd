import parse, { type CountryCode, getCountryCallingCode, isSupportedCountry } from "libphonenumber-js/min";
import { canonical, dialed } from "./typedNumber";

const letters = /\p{L}/u;

/** What the numbering plans know of a number. */
export interface KnownNumber {
  /** E.164. */
  number: string;
  /** Such as +49. */
  code: string;
  /** As people of its country write it, and as all others do. */
  national: string;
  international: string;
}

/**
 * Reads a number as people write it: with its country code after +, 00 or, within +1, 011, else as it is dialled within a country,
 * named by its ISO code or by its country code. The server reads by the same plans (actors/numbers/read.go).
 */
export function readNumber(typed: string, within: string): KnownNumber | undefined {
  const written = dialed(typed, codeOf(within).slice(1));
  if (letters.test(written)) {
    return undefined;
  }
  const where = within.startsWith("+")
    ? { defaultCallingCode: within.slice(1) }
    : isSupportedCountry(within)
      ? { defaultCountry: within as CountryCode }
      : {};
  const read = parse(written, { ...where, extract: false });
  const found = read && canonical(read.number) !== read.number ? parse(canonical(read.number)) : read;
  return found?.isValid()
    ? {
        number: found.number,
        code: `+${found.countryCallingCode}`,
        national: found.formatNational(),
        international: found.formatInternational(),
      }
    : undefined;
}

/** The country code of a country: +49 for DE. */
export const codeOf = (country: string) =>
  country.startsWith("+")
    ? country
    : isSupportedCountry(country)
      ? `+${getCountryCallingCode(country as CountryCode)}`
      : "+1";
