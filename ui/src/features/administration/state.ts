import { atom } from "@/store";
import type { NodeState } from "./figures";

/** The nodes as they were last heard; undefined before the first snapshot. */
export const nodesAtom = atom<readonly NodeState[] | undefined>(undefined);
