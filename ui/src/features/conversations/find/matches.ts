import { foldText } from "@/lib/fold";

/** A part of a text, and whether it is what was looked for. */
export interface Piece {
  text: string;
  found: boolean;
}

/** Takes a text apart where it holds what was typed, as people read both. */
export function matchesIn(text: string, typed: string): readonly Piece[] {
  const wanted = foldText(typed.trim());
  if (wanted === "") {
    return [{ text, found: false }];
  }
  // Where in the text each character of its key comes from.
  let key = "";
  const from: number[] = [];
  let at = 0;
  for (const character of text) {
    const folded = foldText(character);
    for (let index = 0; index < folded.length; index++) {
      from.push(at);
    }
    key += folded;
    at += character.length;
  }
  from.push(text.length);
  const pieces: Piece[] = [];
  let done = 0;
  for (let hit = key.indexOf(wanted); hit >= 0; hit = key.indexOf(wanted, hit + wanted.length)) {
    const start = from[hit] ?? text.length;
    const end = from[hit + wanted.length] ?? text.length;
    if (start > done) {
      pieces.push({ text: text.slice(done, start), found: false });
    }
    pieces.push({ text: text.slice(start, end), found: true });
    done = end;
  }
  if (done < text.length || pieces.length === 0) {
    pieces.push({ text: text.slice(done), found: false });
  }
  return pieces;
}

const before = 24;
const after = 120;

/** The part of a text around the first match, in pieces. */
export function snippetOf(text: string, typed: string): readonly Piece[] {
  const pieces = matchesIn(text.replace(/\s+/g, " "), typed);
  const first = pieces.findIndex((piece) => piece.found);
  if (first < 0) {
    return pieces;
  }
  const head = pieces[first - 1]?.text ?? "";
  const lead = head.length > before ? `…${head.slice(-before)}` : head;
  const rest = pieces.slice(first);
  let left = after;
  const shown = rest.flatMap(({ text: part, found }) => {
    const taken = part.slice(0, Math.max(0, left));
    left -= part.length;
    return taken === "" ? [] : [{ text: taken, found }];
  });
  return lead === "" ? shown : [{ text: lead, found: false }, ...shown];
}
