import { beforeEach, describe, expect, it } from "vitest";
import type { UserRecord } from "@/api";
import { entities } from "./entities";
import { store, transact } from "./jotai";
import { ledger } from "./ledger";
import { currentUserId, identityAtom, ownStatusAtom, rightsFor, sessionAtom, takeIdentity } from "./session";

let version = 0;
const rights = { contact: { create: true, read: true, update: false, delete: false } };

const user = (over: Partial<UserRecord> = {}): UserRecord => ({
  id: "me",
  version: ++version,
  name: "Alice",
  ...over,
});

function signIn(as = user()): void {
  const organization = { id: "o", name: "Harbor" };
  const rest = { rights, memberships: [], system: [], administers: [], version: "1", simulator: false };
  transact((tx) => takeIdentity(tx, { userId: as.id, user: as, organization, ...rest }));
}

describe("who is signed in", () => {
  beforeEach(() => store.set(sessionAtom, undefined));

  it("is nobody at first, who may do nothing", () => {
    expect(store.get(identityAtom)).toBeUndefined();
    expect(currentUserId()).toBeUndefined();
    expect(store.get(ownStatusAtom)).toBe("unknown");
    expect(rightsFor(undefined, "contact").read).toBe(false);
  });

  it("is the session with the person's record", () => {
    signIn();
    expect(currentUserId()).toBe("me");
    expect(store.get(identityAtom)).toMatchObject({
      organization: { name: "Harbor" },
      user: { name: "Alice" },
    });
    expect(rightsFor(store.get(identityAtom), "contact").create).toBe(true);
    expect(rightsFor(store.get(identityAtom), "note").read).toBe(false);
  });

  it("follows the record wherever a newer state of it comes from", () => {
    signIn();
    transact((tx) => entities.upsert(tx, "user", [user({ name: "Alicia" })]));
    expect(store.get(identityAtom)?.user.name).toBe("Alicia");
    const fields = { availability: { call_availability: { call_status: "away" } } };
    const change = { seq: 1, topics: [], object: "user", id: "me", op: "updated" as const };
    transact((tx) => entities.apply(tx, { ...change, version: ++version, fields }));
    expect(store.get(ownStatusAtom)).toBe("away");
    expect(store.get(identityAtom)?.user.name).toBe("Alicia");
  });

  it("shows what the person just chose, before the server says so", () => {
    signIn();
    const fields = { availability: { call_availability: { call_status: "busy" } } };
    transact((tx) => ledger.begin(tx, { command: "x", object: "user", id: "me", fields }));
    expect(store.get(ownStatusAtom)).toBe("busy");
    transact((tx) => ledger.settle(tx, "x"));
    expect(store.get(ownStatusAtom)).toBe("unknown");
  });

  it("is not unlearned when an older state of the record is read", () => {
    const old = user({ name: "Old" });
    signIn(user({ name: "New" }));
    transact((tx) => entities.upsert(tx, "user", [old]));
    expect(store.get(identityAtom)?.user.name).toBe("New");
  });
});
