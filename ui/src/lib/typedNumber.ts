const northAmerica = "1";
const fewestDigits = 3;
/** The fewest digits, with the country code, that 011 can precede; after fewer it may be an area code. */
const fewestAbroad = 8;

const invisible = /\p{Cf}|\u20e3|[\ufe00-\ufe0f]/gu;
const isDigit = (point: number) => /\p{Nd}/u.test(String.fromCodePoint(point));

/** Unicode encodes the ten digits of a script in order, so the distance from the start of their block is the value. */
function digitOf(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  let before = 0;
  while (isDigit(point - before - 1)) {
    before += 1;
  }
  return String(before % 10);
}

/**
 * Rewrites a typed number in ASCII: removes invisible format characters, and folds digits, dashes, spaces and full-width
 * signs. The server does the same (storage/phonenumber).
 */
export const plain = (typed: string): string =>
  typed
    .replace(invisible, "")
    .replace(/[\s\u0085]/g, " ")
    .replace(/[\p{Pd}\u2212\u2043]/gu, "-")
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/\p{Nd}/gu, digitOf)
    .trim();

/** The typed number with a plus sign in place of 00 or, where the caller's country code is 1, of 011. */
export function dialed(typed: string, callingCode: string): string {
  const text = plain(typed);
  if (text.startsWith("00")) {
    return `+${text.slice(2)}`;
  }
  return callingCode === northAmerica && text.startsWith("011")
    ? `+${text.slice(3).replace(/^[ .-]+/, "")}`
    : text;
}

/** An E.164 number as it is dialed today: without Mexico's former 1. */
export const canonical = (number: string): string => number.replace(/^\+521(?=\d{10}$)/, "+52");

/** Only the digits that stand in a typed text. */
export const digitsIn = (typed: string): string => plain(typed).replace(/\D/g, "");

/**
 * The digits by which stored numbers are searched, without international and national prefixes; "" if the text is no
 * number. Of Mexico and Argentina they are the national number: it may be stored with or without a mobile prefix.
 */
export function searchDigits(typed: string): string {
  const bare = plain(typed).replaceAll("(0)", "");
  if (!/^[\d +\-.()/]*$/.test(bare)) {
    return "";
  }
  let digits = bare.replace(/\D/g, "");
  if (digits.startsWith("011") && digits.length - 3 >= fewestAbroad) {
    digits = digits.slice(3);
  }
  digits = digits.replace(/^0+/, "");
  const mobile = /^(?:521?|549?)(\d{10})$/.exec(digits);
  return digits.length < fewestDigits ? "" : (mobile?.[1] ?? digits);
}
