import { auditTitle } from "../names";

/** What happened, where it has a sentence of its own, by its cause; name is whom or what it is about. */
const sentences: Record<string, (name: string) => string> = {
  "session.opened": () => "signed in",
  "session.signed_out": () => "signed out",
  "session.switched": () => "went to another organization",
  "session.reused": () => "was signed out, because an old token of the sign-in was used again",
  "session.user_disabled": () => "was signed out, because the user was set inactive",
  "session.password_changed": () => "was signed out, because the password was changed",
  "account.password_changed": () => "changed the password",
  "session.refused": (name) => `A wrong password was given for ${name}`,
  "record.erased": () => "erased a person",
  "object.defined": (name) => `made the object ${name}`,
  "object.changed": (name) => `changed the object ${name}`,
  "object.retired": (name) => `retired the object ${name}`,
  "object.restored": (name) => `brought back the object ${name}, or a field of it`,
  "object.purged": (name) => `deleted for good what was retired of the object ${name}`,
  "user.invited": (name) => `invited ${name}`,
  "user.invitation_withdrawn": (name) => `withdrew the invitation of ${name}`,
  "user.invitation_accepted": (name) => `accepted the invitation of ${name}`,
};

const verbs = {
  created: "made",
  updated: "changed",
  removed: "deleted",
  restored: "brought back",
  happened: "",
};

/** Objects that no schema tells of. */
const titles: Record<string, string> = { api_key: "key", session: "sign-in" };

const sources: Record<string, string> = {
  api: "through the API",
  webhook: "from the phone network",
};

export const words = {
  title: auditTitle,
  lead: "Who signed in, who was refused, who changed what anybody may do, and who changed objects and fields.",
  list: "What happened, the newest first",
  show: "Show",
  shows: {
    everything: "Everything",
    signIns: "Sign-ins",
    people: "People",
    rights: "Permission sets and teams",
    keys: "Keys",
    organization: "Organization",
    objects: "Objects and fields",
    erasures: "Erasures",
  },
  refresh: "Look again",
  earlier: "Show earlier",
  empty: "Nothing has happened here yet",
  emptyHint: "Sign-ins and changes of what people may do appear here.",
  system: "Switchboard",
  nobody: "a record that is no more",
  sentence: (cause: string | undefined, name: string) => sentences[cause ?? ""]?.(name),
  verb: (op: keyof typeof verbs, isReveal: boolean) => (isReveal ? "looked at" : verbs[op]),
  objectTitle: (object: string, title: string | undefined) =>
    titles[object] ?? title?.toLowerCase() ?? object,
  fieldsOf: (titles: readonly string[]) => `${titles.join(", ")} of`,
  from: (address: string) => `from ${address}`,
  source: (via: string) => sources[via],
  warning: "Refused",
};
