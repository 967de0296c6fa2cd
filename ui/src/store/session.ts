import type { CallStatus, Colleague, Instance, Membership, ObjectSchema, Rights, UserRecord } from "@/api";
import { atom, store } from "./jotai";

export interface Identity {
  userId: string;
  user: UserRecord;
  organization: { id: string; name: string };
  rights: Record<string, Rights>;
  /** Where this person may sign in to, the present organization included. */
  memberships: readonly Membership[];
  /** Rights that are no object's, such as administer_users. */
  system: readonly string[];
  /** Whether one may play the world outside. */
  simulator: boolean;
}

export type Phase = "starting" | "signed-in" | "signed-out";

export const phaseAtom = atom<Phase>("starting");
export const identityAtom = atom<Identity | undefined>(undefined);
export const instanceAtom = atom<Instance | undefined>(undefined);
export const schemasAtom = atom<ObjectSchema[] | undefined>(undefined);

/** Colleagues and the dots beside their names. */
export const colleaguesAtom = atom<readonly Colleague[] | undefined>(undefined);

/** Unread counts by conversation and by chat, as the topic `me` keeps them. */
export const unreadTextsAtom = atom<Readonly<Record<string, number>>>({});
export const unreadChatsAtom = atom<Readonly<Record<string, number>>>({});

/** What the user chose for himself; shown and used for the alert. */
export const ownStatusAtom = atom<CallStatus>((get) => {
  const identity = get(identityAtom);
  return identity?.user.availability?.call_availability?.call_status ?? "unknown";
});

const none: Rights = { create: false, read: false, update: false, delete: false };

export function rightsFor(identity: Identity | undefined, object: string): Rights {
  return identity?.rights[object] ?? none;
}

export const currentUserId = () => store.get(identityAtom)?.userId;
