import type { NodeFigures } from "@/api";
import type { Reducers } from "@/realtime";
import { mergeNodes } from "./figures";
import { nodesAtom } from "./state";

function nodesOf(payload: unknown): NodeFigures[] {
  const nodes = (payload as { nodes?: unknown } | null)?.nodes;
  return Array.isArray(nodes) ? (nodes as NodeFigures[]) : [];
}

export const administrationReducers: Reducers = {
  snapshots: {
    nodes: (tx, snapshot) => tx.set(nodesAtom, mergeNodes([], nodesOf(snapshot), Date.now())),
  },
  fleeting: {
    nodes: (tx, payload) =>
      tx.set(nodesAtom, mergeNodes(tx.get(nodesAtom) ?? [], nodesOf(payload), Date.now())),
  },
};
