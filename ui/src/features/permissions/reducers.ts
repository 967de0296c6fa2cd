import type { Reducers } from "@/realtime";
import { setObject, setsField, userObject } from "./objects";
import { movedPeopleAtom, rightsChangeAtom } from "./state";

/** The most people that are remembered to have changed; those before are read with the lists. */
const most = 500;

/** What is heard of rights: who was given sets, and what sets give. */
export const permissionReducers: Reducers = {
  changes: {
    [userObject](tx, change) {
      const fields = change.fields ?? {};
      if (setsField in fields && !tx.get(movedPeopleAtom).has(change.id)) {
        tx.set(movedPeopleAtom, new Set([...tx.get(movedPeopleAtom), change.id].slice(-most)));
      }
      if ([setsField, "teams", "is_superuser", "is_active"].some((name) => name in fields)) {
        tx.set(rightsChangeAtom, tx.get(rightsChangeAtom) + 1);
      }
    },
    [setObject](tx) {
      tx.set(rightsChangeAtom, tx.get(rightsChangeAtom) + 1);
    },
  },
};
