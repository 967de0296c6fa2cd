export interface Entry {
  key: string;
  label: string;
}

function score(label: string, query: string): number {
  const text = label.toLowerCase();
  if (text.startsWith(query)) {
    return 3;
  }
  if (text.split(/\s+/).some((word) => word.startsWith(query))) {
    return 2;
  }
  return text.includes(query) ? 1 : 0;
}

/** The entries that hold the query, those that begin with it first. */
export function matching<T extends Entry>(entries: readonly T[], query: string): T[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === "") {
    return [...entries];
  }
  return entries
    .map((entry) => ({ entry, points: score(entry.label, wanted) }))
    .filter((scored) => scored.points > 0)
    .sort((left, right) => right.points - left.points)
    .map((scored) => scored.entry);
}
