import { title } from "./names";

export const words = {
  title,
  lead: "Settings for your organization. Changes apply to everyone immediately.",
  save: "Save changes",
  discard: "Discard",
  saved: "Orgs updated",
  saveError: (detail: string) => `Error saving settings: ${detail}`,
  loadError: "The settings could not be loaded",
  changes: (count: number) => (count === 1 ? "1 unsaved change" : `${count} unsaved changes`),
  meanwhile: (value: string) => `Someone else set this to ${value}. Saving replaces it.`,
};
