/** Stands in a key before each character of a script that writes words without spaces between them. */
const separator = "\u0001";

/** From so many characters on a key is looked for within words too. */
const anywhereFrom = 3;

// What holds nothing else is its own key in small letters: most names are so.
const ascii = /^[\0-\x7F]*$/;

/** Characters without which a word is the same: accents, vowel points, and what is invisible. */
const removed =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: separators are made anew
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each is removed by itself
  /[\u0001\u00AD\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0640\u064B-\u065F\u0670\u1AB0-\u1AFF\u1DC0-\u1DFF\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F\uFEFF]/g;

/** Characters of scripts that write words without spaces between them. */
const unspaced =
  /[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3005-\u3007\u3040-\u312F\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\u{20000}-\u{3FFFF}]/gu;

/** Small letters and signs that have no decomposition, with what people type for them. */
const replaced: Readonly<Record<string, string>> = Object.fromEntries([
  ...Array.from("łøđðıħŧƀɨŋɓɗƙƴς‘’ʼ“”‐–—−", (letter, i) => [letter, "loddihtbinbdkyσ'''\"\"----".charAt(i)]),
  ["ß", "ss"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["þ", "th"],
]);
const replaceable = new RegExp(`[${Object.keys(replaced).join("")}]`, "g");

/**
 * The key by which a text is searched, whatever its case, its accents and the way in which its
 * characters are composed. The server makes the same (storage/fold).
 */
export function foldText(text: string): string {
  if (ascii.test(text)) {
    return text.toLowerCase();
  }
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(removed, "")
    .replace(replaceable, (letter) => replaced[letter] ?? letter)
    .replace(unspaced, `${separator}$&`);
}

/** Whether a key is looked for in any part of a text; another one is looked for where words begin. */
export const isAnywhere = (key: string): boolean =>
  key.includes(separator) || [...key].length >= anywhereFrom;

/** Whether a text holds what was typed, as people read both. */
export const holdsText = (text: string, typed: string): boolean =>
  foldText(text).includes(foldText(typed.trim()));
