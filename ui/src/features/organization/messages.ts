import { title } from "./names";

export const words = {
  title,
  lead: "How your organization works. A change is in force at once, for everybody.",
  save: "Save changes",
  discard: "Discard",
  saved: "Orgs updated",
  saveError: (detail: string) => `Error saving settings: ${detail}`,
  loadError: "The settings could not be read",
  changes: (count: number) => (count === 1 ? "1 unsaved change" : `${count} unsaved changes`),
  meanwhile: (value: string) => `Somebody else set this to ${value} meanwhile. Saving replaces it.`,
};
