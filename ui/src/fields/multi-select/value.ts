export const itemsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];

/** Adds what was typed: commas and line ends part entries, doubles and blanks fall away. */
export function withTyped(items: readonly string[], typed: string): string[] {
  const known = new Set(items.map((item) => item.toLowerCase()));
  const added: string[] = [];
  for (const part of typed.split(/[,\n]/)) {
    const item = part.trim();
    if (item !== "" && !known.has(item.toLowerCase())) {
      known.add(item.toLowerCase());
      added.push(item);
    }
  }
  return [...items, ...added];
}
