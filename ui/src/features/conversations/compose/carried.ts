import { isBasic } from "../segments";

/** Signs that writing programs put in the place of plainer ones, and with which a text costs more. */
const plainer: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019\u201a\u201b]/g, "'"],
  [/[\u201c\u201d\u201e\u201f]/g, '"'],
  [/[\u2010-\u2015]/g, "-"],
  [/\u2026/g, "..."],
  [/[\u00a0\u2007\u202f]/g, " "],
  [/\u2022/g, "-"],
];

/** What is said of formatting in plain words: a phone shows none. */
function unformatted(text: string): string {
  return text
    .replace(/^```\w*\n([\s\S]*?)\n?```$/gm, "$1")
    .replace(/\*\*(?=\S)([\s\S]*?\S)\*\*/g, "$1")
    .replace(/(?<![\w_])__(?=\S)([\s\S]*?\S)__(?![\w_])/g, "$1")
    .replace(/^#{1,6} +(.+)$/gm, "$1")
    .replace(/^> ?(.*)$/gm, "$1")
    .replace(/\[([^\]\n]+)\]\(((?:https?:|mailto:|tel:)[^\s)]+)\)/g, (_, name: string, address: string) =>
      name === address ? address : `${name} (${address})`,
    );
}

/**
 * What phones get of a text: its words without formatting, and plainer signs where all of it fits into the alphabet
 * of text messages then. Where something else needs the wide alphabet anyway, they stay as they are.
 */
export function carried(text: string): string {
  const words = unformatted(text);
  const plain = plainer.reduce((before, [signs, plainest]) => before.replace(signs, plainest), words);
  return isBasic(plain) ? plain : words;
}
