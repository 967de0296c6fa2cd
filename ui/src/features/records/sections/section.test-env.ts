import type { Section } from "./sections";

/** A section of an object's records, called as the object. */
export const section = (object: string, over: Partial<Section> = {}): Section => ({
  id: `id-${object}`,
  api_name: object,
  name: object,
  title: object,
  icon: "",
  isFolded: false,
  ...over,
});
