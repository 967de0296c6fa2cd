const verbs = {
  created: "created it",
  updated: "changed",
  removed: "deleted it",
  restored: "brought it back",
};

const sources: Record<string, string> = {
  api: "through the API",
  webhook: "from the phone network",
  import: "by an import",
};

export const words = {
  title: (name: string) => `History of ${name}`,
  list: "Changes, the newest first",
  system: "Switchboard",
  verb: (op: keyof typeof verbs) => verbs[op],
  source: (via: string) => sources[via],
  current: "Now",
  restoreField: (title: string, value: string) => `Restore ${title} to ${value}`,
  restoreAll: "Restore this version",
  restoreVersion: (at: string) => `Restore this version, of ${at}`,
  restored: (name: string) => `${name} was restored`,
  restoredField: (title: string) => `${title} was restored`,
  left: (titles: string) => `Not restored, because you can't change them: ${titles}`,
  earlier: "Show earlier changes",
  empty: "Nothing is known of what this record was before",
  off: (plural: string) =>
    `The history of ${plural.toLowerCase()} is switched off: changes aren't recorded. What was recorded before stays here.`,
  offEmpty: "The history is switched off",
  offEmptyHint: (plural: string) => `Changes of ${plural.toLowerCase()} aren't recorded.`,
  emptyHint: "What is changed from now on appears here.",
};
