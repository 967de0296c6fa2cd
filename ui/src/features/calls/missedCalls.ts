import { compareMoments } from "@/lib/compare";
import { atom, identityAtom, lists, readShown, useAtomValue } from "@/store";
import { missedCalls } from "./liveCalls";
import type { CallRecord } from "./objects";
import { hasSeen, wasMissedBy } from "./rules";

const shownAtMost = 25;

const newestFirst = (left: CallRecord, right: CallRecord) =>
  compareMoments(right.start_time, left.start_time);

const missedAtom = atom((get): readonly CallRecord[] => {
  const me = get(identityAtom)?.userId;
  const ids = get(lists.atomOf(missedCalls));
  if (me === undefined || !ids) {
    return [];
  }
  return readShown<CallRecord>(get, "call", ids)
    .filter((call) => wasMissedBy(call, me))
    .sort(newestFirst)
    .slice(0, shownAtMost);
});

const unseenAtom = atom((get) => {
  const me = get(identityAtom)?.userId;
  return me === undefined ? [] : get(missedAtom).filter((call) => !hasSeen(call, me));
});

/** How many of them I have not taken note of, undefined before they have come. */
export const unseenCountAtom = atom((get) =>
  get(lists.atomOf(missedCalls)) ? get(unseenAtom).length : undefined,
);

/** The calls that I missed of late, the newest first. */
export const useMissed = () => useAtomValue(missedAtom);

/** Those of them that I have not taken note of. */
export const useUnseen = () => useAtomValue(unseenAtom);
