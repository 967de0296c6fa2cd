import { useMemo } from "react";
import { topics, useTopics } from "@/realtime";
import { atom, useAtomValue } from "@/store";
import { useFreshness } from "./useFreshness";

/** Holds the topics by which something is kept true; which reading of it is wanted, as useFreshness says of one topic. */
export function useFreshnessOf(wanted: readonly string[]): number | undefined {
  useTopics(wanted);
  const stateAtom = useMemo(
    () =>
      atom((get) => {
        const states = wanted.map((topic) => get(topics.stateOf(topic)));
        const failed = states.find((state) => state.phase === "failed");
        return {
          phase: failed?.phase ?? states[0]?.phase ?? ("live" as const),
          epochs: states.map((state) => state.epoch).join(" "),
        };
      }),
    [wanted],
  );
  const { epochs, phase } = useAtomValue(stateAtom);
  const epoch = epochs.split(" ").map(Number);
  return useFreshness({
    phase,
    epoch: epoch.some((one) => one === 0) ? 0 : epoch.reduce((sum, one) => sum + one, 0),
  });
}
