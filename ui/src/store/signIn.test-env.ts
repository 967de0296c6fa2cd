import type { CallStatus, UserRecord } from "@/api";
import { type Identity, store as sharedStore, takeIdentity, transact } from "@/store";

let version = 0;

interface SignIn extends Partial<Omit<Identity, "user">> {
  user?: Partial<UserRecord>;
  status?: CallStatus;
}

/**
 * Signs somebody in, for tests: "me", who may do nothing, in a state newer than all that were there before. Gives its
 * version.
 */
export function signIn({ user, status, ...over }: SignIn = {}, store = sharedStore): number {
  version += 100;
  const availability = status === undefined ? null : { call_availability: { call_status: status } };
  const identity: Identity = {
    userId: "me",
    organization: { id: "o", name: "Harbor" },
    rights: {},
    memberships: [],
    system: [],
    administers: [],
    version: "1",
    simulator: false,
    ...over,
    user: { id: over.userId ?? "me", version, name: "Alice", availability, ...user },
  };
  transact((tx) => takeIdentity(tx, identity), store);
  return version;
}
