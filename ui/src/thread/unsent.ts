import { onRemembered, recall, recalledKeys, remember } from "@/lib/storage";

/** A stored file that goes with a message. */
export interface UnsentFile {
  id: string;
  name: string;
}

/** A message that was written here and is not known to be on the server, as this browser keeps it. */
export interface Unsent {
  clientId: string;
  /** The name of its thread. */
  thread: string;
  body: string;
  files?: readonly UnsentFile[];
  /** Further fields of its record. */
  fields?: Readonly<Record<string, unknown>>;
  at: string;
  /** Rises with each message, whatever the clock does. */
  place: number;
  /** Why it was refused; it is sent alone no more. */
  problem?: string;
  /** A rule forbids it; the problem says which. */
  isRule?: boolean;
}

const start = "unsent.";
// A user belongs to one person in one organization, so nothing is read that another one wrote here.
const startOf = (user: string) => `${start}${user}.`;

function parse(text: string | undefined): Unsent | undefined {
  try {
    return text ? (JSON.parse(text) as Unsent) : undefined;
  } catch {
    return undefined;
  }
}

export function readUnsent(user: string): Unsent[] {
  return recalledKeys(startOf(user))
    .flatMap((key) => parse(recall(key)) ?? [])
    .sort((left, right) => left.place - right.place);
}

/** Whether anything waits here to be sent, or was refused and is not decided about. */
export const hasUnsent = (user: string): boolean => recalledKeys(startOf(user)).length > 0;

export const isUnsent = (user: string, clientId: string): boolean =>
  recall(startOf(user) + clientId) !== undefined;

/** Each has a key of its own: tabs that write at the same time overwrite nothing of one another. */
export const keepUnsent = (user: string, message: Unsent): void =>
  remember(startOf(user) + message.clientId, JSON.stringify(message));

export const dropUnsent = (user: string, clientId: string): void =>
  remember(startOf(user) + clientId, undefined);

/** Hears what other tabs write, and what they need no more. */
export function onUnsent(
  listener: (user: string, clientId: string, message: Unsent | undefined) => void,
): void {
  onRemembered((key, value) => {
    const [user, clientId] = key.startsWith(start) ? key.slice(start.length).split(".") : [];
    if (user !== undefined && clientId !== undefined) {
      listener(user, clientId, parse(value));
    }
  });
}
