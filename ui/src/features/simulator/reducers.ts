import type { Reducers } from "@/realtime/router";
import { atom, type Transaction } from "@/store";

/** Every call that one may read: what happens to them happened in the simulated network too. */
export const callsTopic = "calls:all";

/** Counts the changes of calls; the simulator's own state is read again when it rises. */
export const callNewsAtom = atom(0);

const count = (tx: Transaction) => tx.set(callNewsAtom, tx.get(callNewsAtom) + 1);

export const simulatorReducers: Reducers = {
  snapshots: { calls: count },
  changes: { call: count },
};
