import { useRef } from "react";
import { moved, orderedFields } from "./field";
import type { Known } from "./useFieldForm";
import { insist, sayRefusal } from "./useSaving";

/** Moves fields of an object, one move after the other: several keys in a row would overtake each other. */
export function useOrdering(known: Known) {
  const now = useRef(known);
  // What was answered to the last move may be newer than what is shown.
  if (known.definition.version >= now.current.definition.version) {
    now.current = known;
  }
  const last = useRef<Promise<unknown>>(Promise.resolve());
  return (name: string, to: number): Promise<unknown> => {
    last.current = last.current
      .then(() => insist(now.current, (one) => ({ order: moved(orderedFields(one), name, to) })))
      .then((definition) => {
        now.current = { ...now.current, definition };
      })
      .catch(sayRefusal);
    return last.current;
  };
}
