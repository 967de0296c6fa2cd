import { atom, identityAtom, ownStatusAtom, useAtomValue } from "@/store";
import { ownLiveCallsAtom } from "./liveCalls";
import { isOwnLive, ringsFor } from "./rules";

const ringingAtom = atom((get) => {
  const me = get(identityAtom)?.userId;
  const status = get(ownStatusAtom);
  return me === undefined ? [] : (get(ownLiveCallsAtom) ?? []).filter((call) => ringsFor(call, me, status));
});

const mineAtom = atom((get) => {
  const me = get(identityAtom)?.userId;
  return me === undefined ? [] : (get(ownLiveCallsAtom) ?? []).filter((call) => isOwnLive(call, me));
});

/** How many calls ring for me or are mine. */
export const badgeAtom = atom((get) => get(ringingAtom).length + get(mineAtom).length);

/** Calls that ask for my answer, the longest waiting first. */
export const useRinging = () => useAtomValue(ringingAtom);

/** The call that I am on, or that I place. */
export const useOwnCall = () => useAtomValue(mineAtom)[0];
