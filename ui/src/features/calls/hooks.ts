import { atom, identityAtom, ownStatusAtom, useAtomValue } from "@/store";
import { ownLiveCallsAtom } from "./liveCalls";
import { isCalling, unknownCaller } from "./names";
import { customerNumber, holdsLine, ringsFor } from "./rules";

const ringingAtom = atom((get) => {
  const me = get(identityAtom)?.userId;
  const status = get(ownStatusAtom);
  return me === undefined ? [] : (get(ownLiveCallsAtom) ?? []).filter((call) => ringsFor(call, me, status));
});

const mineAtom = atom((get) => {
  const me = get(identityAtom)?.userId;
  return me === undefined ? [] : (get(ownLiveCallsAtom) ?? []).filter((call) => holdsLine(call, me));
});

/** How many calls ring for me or are mine. */
export const badgeAtom = atom((get) => get(ringingAtom).length + get(mineAtom).length);

/** How many calls are mine, undefined before they have come. */
export const ownCountAtom = atom((get) => (get(ownLiveCallsAtom) ? get(mineAtom).length : undefined));

/** A call rings for me or is mine. */
export const isBusyAtom = atom((get) => get(badgeAtom) > 0);

/** Who is calling me, while it rings. */
export const ringAtom = atom((get) => {
  const [call] = get(ringingAtom);
  return call && isCalling(call.contact?.name || customerNumber(call) || unknownCaller);
});

/** Calls that ask for my answer, the longest waiting first. */
export const useRinging = () => useAtomValue(ringingAtom);

/** The call that has my line: I am on it, or place it, or it is put through to me. */
export const useOwnCall = () => useAtomValue(mineAtom)[0];
