/** The one door to jotai: atoms, hooks, the store, and a way to write many atoms at once. */
import { atom, type Getter, getDefaultStore, type Setter } from "jotai";

export {
  type Atom,
  atom,
  createStore,
  type Getter,
  type PrimitiveAtom,
  useAtom,
  useAtomValue,
  useSetAtom,
} from "jotai";
export type Store = ReturnType<typeof getDefaultStore>;

/** What a reducer may do inside one write: components hear of it once, at the end. */
export interface Transaction {
  get: Getter;
  set: Setter;
}

export const store: Store = getDefaultStore();

const transactionAtom = atom(null, (get, set, work: (tx: Transaction) => void) => work({ get, set }));

export function transact(work: (tx: Transaction) => void, on: Store = store): void {
  on.set(transactionAtom, work);
}
