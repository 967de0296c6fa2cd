import type { FieldRight, Right, Scope } from "./rights";

/** What rights are called, wherever they are shown: on the pages, in the history and in the audit. */
export const rightNames: Readonly<Record<Right, string>> = {
  create: "Create",
  read: "Read",
  update: "Update",
  delete: "Delete",
};

export const scopeNames: Readonly<Record<Scope, string>> = { all: "All", team: "Team", own: "Own" };

export const fieldRightNames: Readonly<Record<FieldRight, string>> = { read: "Read", update: "Update" };

const system: Readonly<Record<string, readonly [name: string, text: string]>> = {
  supervise_calls: ["Supervise calls", "Sees all live calls, and listens in or joins."],
  export: ["Export", "Exports lists of records to files."],
  import: ["Import", "Imports records from files."],
  manage_phones: ["Manage phones", "Sets up the organization's numbers."],
  mass_update: ["Mass update", "Changes or deletes more than 50 records at once."],
  decrypt: ["Decrypt", "Reveals encrypted values. Each view is recorded in the audit log."],
  administer_users: ["Administer users", "Invites users and grants them rights up to their own."],
};

const inWords = (key: string) => {
  const text = key.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** A system right in words; one that this release does not know by its key. */
export const systemName = (right: string): string => system[right]?.[0] ?? inWords(right);
export const systemText = (right: string): string | undefined => system[right]?.[1];
