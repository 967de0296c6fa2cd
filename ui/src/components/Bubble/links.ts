import { LinkifyIt } from "linkify-it";

/** A piece of a text; one with an address is a link. */
export interface Piece {
  text: string;
  href?: string;
}

const number = /^[+\d][\d().\-\s]{2,30}\d/;

/** The digits that follow "tel:", which the library does not know. */
function telephone(text: string, at: number): number {
  return number.exec(text.slice(at, at + 40))?.[0].length ?? 0;
}

const finder = new LinkifyIt().add("ftp:", null).add("//", null).add("tel:", { validate: telephone });

/** Whatever else a sender may have found, only these are links. */
const schemes = ["http:", "https:", "mailto:", "tel:"];

function safeAddress(url: string): string | undefined {
  try {
    return schemes.includes(new URL(url).protocol) ? url : undefined;
  } catch {
    return undefined;
  }
}

/** Takes a text apart where it holds addresses of pages, mail and phones. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { index, lastIndex, raw, url } of finder.match(text) ?? []) {
    const href = safeAddress(url);
    if (href === undefined) {
      continue;
    }
    if (index > at) {
      pieces.push({ text: text.slice(at, index) });
    }
    pieces.push({ text: raw, href });
    at = lastIndex;
  }
  if (at < text.length) {
    pieces.push({ text: text.slice(at) });
  }
  return pieces;
}
