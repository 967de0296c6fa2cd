/** Two letters of a name, or a sign for a number. */
export function initials(name: string): string {
  const words = name
    .trim()
    .split(/\s+/)
    .filter((word) => /^\p{L}/u.test(word));
  const first = words[0];
  if (first === undefined) {
    return "#";
  }
  const last = words.length > 1 ? words.at(-1) : undefined;
  return (first.slice(0, 1) + (last?.slice(0, 1) ?? "")).toUpperCase();
}

/** The same place in a palette for the same name. */
export function toneOf(name: string, count: number): number {
  let sum = 7;
  for (const letter of name) {
    sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  }
  return sum % count;
}
