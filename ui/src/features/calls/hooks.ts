import type { CallRecord } from "@/api";
import { atom, identityAtom, lists, ownStatusAtom, readShown, useAtomValue } from "@/store";
import { allCalls, ownCalls } from "./reducers";
import { isLive, isOwnLive, ringsFor } from "./rules";

const oldestFirst = (left: CallRecord, right: CallRecord) =>
  (left.start_time ?? left.created_date ?? "").localeCompare(right.start_time ?? right.created_date ?? "");

function liveOf(name: string) {
  return atom((get) => {
    const ids = get(lists.atomOf(name));
    return ids && readShown<CallRecord>(get, "call", ids).filter(isLive).sort(oldestFirst);
  });
}

const ownLiveAtom = liveOf(ownCalls);
const allLiveAtom = liveOf(allCalls);

const ringingAtom = atom((get) => {
  const me = get(identityAtom)?.userId;
  const status = get(ownStatusAtom);
  return me === undefined ? [] : (get(ownLiveAtom) ?? []).filter((call) => ringsFor(call, me, status));
});

const mineAtom = atom((get) => {
  const me = get(identityAtom)?.userId;
  return me === undefined ? [] : (get(ownLiveAtom) ?? []).filter((call) => isOwnLive(call, me));
});

const badgeAtom = atom((get) => get(ringingAtom).length + get(mineAtom).length);

/** Calls that ask for my answer, the longest waiting first. */
export const useRinging = () => useAtomValue(ringingAtom);

/** The call that I am on, or that I place. */
export const useOwnCall = () => useAtomValue(mineAtom)[0];

/** Every live call that I may read; undefined while loading. */
export const useAllCalls = () => useAtomValue(allLiveAtom);

export const useCallBadge = () => useAtomValue(badgeAtom);
