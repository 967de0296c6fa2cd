import { useCallback, useMemo } from "react";
import { isE164 } from "@/lib/phone";
import { canonical } from "@/lib/typedNumber";
import { atom, createFamily, useAtomValue } from "@/store";
import { useTopics } from "./hooks";
import { type Reducers, router } from "./router";

/** What the server says of a phone number to whoever may call or text, whatever they may read of contacts. */
export interface Standing {
  /** A contact with this number is not to be called or texted: no screen then offers either. */
  isBarred: boolean;
  /** Texts to it were declined. */
  isOptedOut: boolean;
}

/** How a number stands that the server has said nothing of: it refuses by itself. */
export const free: Standing = { isBarred: false, isOptedOut: false };

const kind = "number";
/** How many numbers that nobody shows are kept for a quick return. */
const kept = 200;
const standings = createFamily(free, { limit: kept });

const standingReducers: Reducers = {
  snapshots: {
    [kind]: (tx, snapshot, topic) => {
      const { barred, opted_out } = (snapshot ?? {}) as { barred?: boolean; opted_out?: boolean };
      standings.set(tx, topic.rest, { isBarred: barred === true, isOptedOut: opted_out === true });
    },
  },
};
router.register(standingReducers);

export type MaybeNumber = string | null | undefined;

/** The topic that tells how a number stands; none for what is no whole number. */
export const topicOfNumber = (number: MaybeNumber): string | undefined =>
  number && isE164(number) ? `${kind}:${canonical(number)}` : undefined;

/** Tells of each of these numbers how it stands, live. */
export function useStandings(numbers: readonly MaybeNumber[]): (number: MaybeNumber) => Standing {
  const names = [...new Set(numbers.flatMap((number) => topicOfNumber(number) ?? []))];
  useTopics(names);
  const joined = names.join(" ");
  const all = useMemo(
    () =>
      atom(
        (get) =>
          new Map(
            joined
              .split(" ")
              .filter(Boolean)
              .map((name) => [name, get(standings.of(name.slice(kind.length + 1)))]),
          ),
      ),
    [joined],
  );
  const known = useAtomValue(all);
  return useCallback((number) => known.get(topicOfNumber(number) ?? "") ?? free, [known]);
}

/** How these numbers stand together, live: what one of them is, they are. */
export function useStanding(...numbers: readonly MaybeNumber[]): Standing {
  const standingOf = useStandings(numbers);
  return {
    isBarred: numbers.some((number) => standingOf(number).isBarred),
    isOptedOut: numbers.some((number) => standingOf(number).isOptedOut),
  };
}
