import { recall, remember } from "@/lib/storage";
import { atom, store, useAtomValue } from "@/store";

export type Density = "comfortable" | "compact";

const key = "density";
const densityAtom = atom<Density>(recall(key) === "compact" ? "compact" : "comfortable");

/** How high the rows of tables are, as the person chose in this browser. */
export const useDensity = (): Density => useAtomValue(densityAtom);

export function setDensity(density: Density): void {
  remember(key, density);
  store.set(densityAtom, density);
}
