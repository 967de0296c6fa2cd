import type { CallStatus, Colleague, Instance, Membership, ObjectSchema, Rights, UserRecord } from "@/api";
import { connectionAtom } from "./connection";
import { entities } from "./entities";
import { atom, store, type Transaction } from "./jotai";
import { shownAtom } from "./records";

/** What the sign-in says. The person himself is a record like any other (identityAtom). */
export interface Session {
  userId: string;
  organization: { id: string; name: string };
  rights: Record<string, Rights & { rows?: string }>;
  /** Where this person may sign in to, the present organization included. */
  memberships: readonly Membership[];
  /** Rights that are no object's, such as administer_users. */
  system: readonly string[];
  /** The apps whose administrator this person is: what belongs to them he may change. */
  administers: readonly string[];
  /** The features that the organization doesn't use, by their names. */
  without?: readonly string[];
  /** What the rights and the description of the objects are true of; another one means that they are to be read again. */
  version: string;
  /** Whether one may play the world outside. */
  simulator: boolean;
  /** Whether this is the demo organization on a simulated phone network. */
  demo?: boolean;
  /** A superuser sees the product as this user: who, and when that ends by itself. */
  viewing?: { by: string; until: string } | undefined;
}

/** Who is signed in: the session with the person's record as it is now. */
export interface Identity extends Session {
  user: UserRecord;
}

const ownObject = "user";

export type Phase = "starting" | "signed-in" | "signed-out";

export const phaseAtom = atom<Phase>("starting");
export const sessionAtom = atom<Session | undefined>(undefined);
export const identityAtom = atom((get): Identity | undefined => {
  const session = get(sessionAtom);
  const user = session && (get(shownAtom(ownObject, session.userId))?.record as UserRecord | undefined);
  return user && { ...session, user };
});
export const instanceAtom = atom<Instance | undefined>(undefined);
export const schemasAtom = atom<ObjectSchema[] | undefined>(undefined);

/** Colleagues and the dots beside their names. */
export const colleaguesAtom = atom<readonly Colleague[] | undefined>(undefined);

/** What the user chose for himself; shown and used for the alert. */
export const ownStatusAtom = atom<CallStatus>((get) => {
  const identity = get(identityAtom);
  return identity?.user.availability?.call_availability?.call_status ?? "unknown";
});

const seenAtom = atom((get) => {
  const me = get(sessionAtom)?.userId;
  return get(colleaguesAtom)?.find(({ id }) => id === me);
});

const noReasons: readonly string[] = [];

/** Why I am shown as away who chose to be available: no call rings for me. */
export const hindrancesAtom = atom((get): readonly string[] => {
  const isWanted = get(ownStatusAtom) === "available" && get(connectionAtom) !== "reconnecting";
  return (isWanted && get(seenAtom)?.reasons) || noReasons;
});

/** My dot as the others see it; before they are told of what I chose, that. */
export const ownDotAtom = atom((get): CallStatus => {
  const chosen = get(ownStatusAtom);
  // Without a connection nothing rings, whatever one chose, nor for a superuser who views as somebody.
  if (get(connectionAtom) === "reconnecting" || get(sessionAtom)?.viewing) {
    return "offline";
  }
  const seen = get(seenAtom)?.status;
  const isDerived = seen === "on_call" || chosen === "offline" || chosen === "unknown";
  return isDerived || get(hindrancesAtom).length > 0 ? (seen ?? chosen) : chosen;
});

const none: Rights = { create: false, read: false, update: false, delete: false };

export function rightsFor(identity: Identity | undefined, object: string): Rights {
  return identity?.rights[object] ?? none;
}

export const currentUserId = () => store.get(sessionAtom)?.userId;

/** Takes who signed in; his record goes where all records are, and is kept true there. */
export function takeIdentity(tx: Transaction, { user, ...session }: Identity): void {
  entities.upsert(tx, ownObject, [user]);
  tx.set(sessionAtom, session);
}
