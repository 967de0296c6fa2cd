const verbs = {
  created: "created it",
  updated: "changed",
  removed: "deleted it",
  restored: "restored it",
};

const sources: Record<string, string> = {
  api: "through the API",
  webhook: "from the phone network",
  import: "by import",
};

export const words = {
  title: (name: string) => `History of ${name}`,
  list: "Changes, newest first",
  system: "Switchboard",
  verb: (op: keyof typeof verbs) => verbs[op],
  source: (via: string) => sources[via],
  current: "Now",
  restoreField: (title: string, value: string) => `Restore ${title} to ${value}`,
  restoreAll: "Restore this version",
  restoreVersion: (at: string) => `Restore this version from ${at}`,
  restored: (name: string) => `${name} was restored`,
  restoredField: (title: string) => `${title} was restored`,
  left: (titles: string) => `Not restored, because you can't change them: ${titles}`,
  earlier: "Show earlier changes",
  empty: "No history yet",
  off: (plural: string) =>
    `History for ${plural.toLowerCase()} is off, so changes aren't recorded. Earlier history is still shown.`,
  offEmpty: "History is off",
  offEmptyHint: (plural: string) => `Changes to ${plural.toLowerCase()} aren't recorded.`,
  emptyHint: "Changes from now on appear here.",
};
