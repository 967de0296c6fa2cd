import type { Reference } from "@/api";
import type { Reducers } from "@/realtime/router";
import { entities, identityAtom } from "@/store";
import { kept } from "./kept";
import { type Job, object } from "./objects";

export const jobReducers: Reducers = {
  snapshots: { me: kept.me },
  changes: {
    // A superuser hears of everybody's jobs; here are his own.
    [object](tx, { id }) {
      const job = entities.read(tx.get, object, id)?.record as Job | undefined;
      if (job && (job.owner as Reference | null)?.id === tx.get(identityAtom)?.userId) {
        kept.set(tx, id, job.dismissed ? 0 : 1);
      }
    },
  },
};
