import { auditTitle } from "../names";

/** Sentences of audit entries by cause; name is the user or object concerned. */
const sentences: Record<string, (name: string) => string> = {
  "session.opened": () => "signed in",
  "session.signed_out": () => "signed out",
  "session.switched": () => "switched to another organization",
  "session.reused": () => "was signed out because an old sign-in token was reused",
  "session.user_disabled": () => "was signed out because the user was deactivated",
  "session.password_changed": () => "was signed out because the password was changed",
  "account.password_changed": () => "changed the password",
  "account.password_reset": () => "reset the password with an emailed link",
  "account.password_set": (name) => `A new password was set for ${name} on the server`,
  "session.view_began": (name) => `began to view as ${name}`,
  "session.view_ended": (name) => `stopped viewing as ${name}`,
  "session.second_factor_reset": () => "was signed out because the second factor was reset",
  "account.second_factor_on": () => "turned on a second factor",
  "account.second_factor_off": () => "turned off the second factor",
  "account.second_factor_reset": (name) => `reset the second factor of ${name}`,
  "account.recovery_codes": () => "made new recovery codes",
  "account.recovery_code_used": () => "signed in with a recovery code",
  "session.code_refused": (name) => `Failed sign-in for ${name}: wrong code`,
  "session.refused": (name) => `Failed sign-in for ${name}: wrong password`,
  "record.erased": () => "erased a person",
  "object.defined": (name) => `created the object ${name}`,
  "object.changed": (name) => `changed the object ${name}`,
  "object.retired": (name) => `retired the object ${name}`,
  "object.restored": (name) => `restored the object ${name} or one of its fields`,
  "object.purged": (name) => `permanently deleted retired data of the object ${name}`,
  "user.invited": (name) => `invited ${name}`,
  "user.invitation_withdrawn": (name) => `withdrew the invitation for ${name}`,
  "user.invitation_accepted": (name) => `accepted the invitation for ${name}`,
};

const verbs = {
  created: "created",
  updated: "changed",
  removed: "deleted",
  restored: "restored",
  happened: "",
};

/** Titles of objects without a schema. */
const titles: Record<string, string> = { api_key: "key", session: "sign-in" };

const sources: Record<string, string> = {
  api: "through the API",
  import: "by import",
  webhook: "from the phone network",
};

export const words = {
  title: auditTitle,
  lead: "Sign-ins, refused attempts, and changes to rights, objects and fields.",
  list: "Audit entries, newest first",
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
  refresh: "Refresh",
  earlier: "Show earlier",
  empty: "No audit entries yet",
  emptyHint: "Sign-ins and changes to rights appear here.",
  system: "Switchboard",
  nobody: "a deleted record",
  sentence: (cause: string | undefined, name: string) => sentences[cause ?? ""]?.(name),
  verb: (op: keyof typeof verbs, isReveal: boolean) => (isReveal ? "viewed" : verbs[op]),
  objectTitle: (object: string, title: string | undefined) =>
    titles[object] ?? title?.toLowerCase() ?? object,
  fieldsOf: (titles: readonly string[]) => `${titles.join(", ")} of`,
  from: (address: string) => `from ${address}`,
  source: (via: string) => sources[via],
  warning: "Refused",
};
