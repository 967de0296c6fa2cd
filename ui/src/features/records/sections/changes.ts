import { mostSections, type Section } from "./sections";

/** As the settings keep it. */
export const keptForm = (sections: readonly Section[]) =>
  sections.map(({ isFolded, ...section }) => ({ ...section, ...(isFolded ? { folded: true } : {}) }));

/** Adds one at the end; an object that has one, or that there is no room for, leaves all as it was. */
export const withSection = (sections: readonly Section[], added: Section): readonly Section[] =>
  sections.length >= mostSections || sections.some((one) => one.api_name === added.api_name)
    ? sections
    : [...sections, added];

export const withoutSection = (sections: readonly Section[], id: string): readonly Section[] =>
  sections.filter((one) => one.id !== id);

/** Puts one back where it was, as far as there is such a place. */
export function withSectionAgain(
  sections: readonly Section[],
  section: Section,
  at: number,
): readonly Section[] {
  const added = withSection(sections, section);
  return added === sections ? sections : [...sections.slice(0, at), section, ...sections.slice(at)];
}

export const withChange = (
  sections: readonly Section[],
  id: string,
  change: Partial<Pick<Section, "name" | "icon" | "isFolded">>,
): readonly Section[] => sections.map((one) => (one.id === id ? { ...one, ...change } : one));

/**
 * Moves one to a place among those that are shown; beyond either end is the end. Those that are not shown (their
 * objects may not be read now) keep their places.
 */
export function withMove(
  sections: readonly Section[],
  id: string,
  to: number,
  isShown: (section: Section) => boolean,
): readonly Section[] {
  const shown = sections.filter(isShown);
  const moved = shown.find((one) => one.id === id);
  const at = Math.max(0, Math.min(to, shown.length - 1));
  if (!moved || shown.indexOf(moved) === at) {
    return sections;
  }
  const others = shown.filter((one) => one !== moved);
  const ordered = [...others.slice(0, at), moved, ...others.slice(at)];
  return sections.map((one) => (isShown(one) ? (ordered.shift() ?? one) : one));
}
