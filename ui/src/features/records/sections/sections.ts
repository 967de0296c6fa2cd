/** One of a person's own sections of the navigation: an object whose latest records it lists. */
export interface Section {
  id: string;
  api_name: string;
  /** What the person calls it. */
  name: string;
  /** What the object was called when it was added. */
  title: string;
  /** One of the icons (icons.ts); the object's own where it is "". */
  icon: string;
  isFolded: boolean;
}

export const mostSections = 20;
export const longestName = 60;

const text = (value: unknown) => (typeof value === "string" ? value : "");

/** What the person's settings hold of it: each object once, and nothing that is no section. */
export function sectionsOf(kept: unknown): Section[] {
  const found = new Map<string, Section>();
  for (const one of Array.isArray(kept) ? kept : []) {
    const { id, api_name, name, title, icon, folded } = (one ?? {}) as Record<string, unknown>;
    const object = text(api_name);
    if (text(id) !== "" && object !== "" && !found.has(object) && found.size < mostSections) {
      const called = text(name) || text(title) || object;
      found.set(object, {
        id: text(id),
        api_name: object,
        name: called.slice(0, longestName),
        title: text(title),
        icon: text(icon),
        isFolded: folded === true,
      });
    }
  }
  return [...found.values()];
}
