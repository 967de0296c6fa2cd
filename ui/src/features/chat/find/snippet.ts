/** How much of a message stands before its first match. */
const before = 40;
const longest = 160;

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

interface Piece {
  text: string;
  found?: boolean;
}

/** The part of a message around the first match of a search, on one line, taken apart at the matches. */
export function snippet(body: string, search: string): Piece[] {
  const line = body.replace(/\s+/g, " ").trim();
  const words = search.trim().split(/\s+/).filter(Boolean).map(escaped);
  const match = words.length > 0 ? new RegExp(`(${words.join("|")})`, "giu") : undefined;
  const first = match ? Math.max(0, line.search(match)) : 0;
  const from = first > before ? line.lastIndexOf(" ", first - before) + 1 : 0;
  const part = `${from > 0 ? "…" : ""}${line.slice(from, from + longest)}${line.length > from + longest ? "…" : ""}`;
  if (!match) {
    return [{ text: part }];
  }
  return part
    .split(match)
    .map((text, at) => (at % 2 === 1 ? { text, found: true } : { text }))
    .filter(({ text }) => text !== "");
}
