import { atom, identityAtom, ownStatusAtom, useAtomValue } from "@/store";
import { ownLiveCallsAtom } from "../liveCalls";
import type { CallRecord } from "../objects";
import { holdsLine, isTransferring, ringsFor } from "../rules";

/**
 * How a call stands for me: it asks for my answer, is put through to me, rings at the other side, is up, has its
 * customer on hold, or is handed to a colleague.
 */
export type Standing = "ringing" | "connecting" | "calling" | "up" | "held" | "transferring";

export interface DockCall {
  call: CallRecord;
  standing: Standing;
}

function ownStanding(call: CallRecord): Standing {
  if (isTransferring(call) && call.user) {
    return "transferring";
  }
  if (call.status === "in-progress") {
    return call.held_at ? "held" : "up";
  }
  return call.direction === "outbound" ? "calling" : "connecting";
}

/**
 * My calls: what has my line first, so that a second call takes no button from under the pointer; then what rings
 * for me, the longest waiting before the others.
 */
export const dockCallsAtom = atom((get): readonly DockCall[] => {
  const me = get(identityAtom)?.userId;
  const calls = get(ownLiveCallsAtom);
  if (me === undefined || !calls) {
    return [];
  }
  const status = get(ownStatusAtom);
  const mine = calls.filter((call) => holdsLine(call, me));
  const ringing = calls.filter((call) => !holdsLine(call, me) && ringsFor(call, me, status));
  // The one that I speak on comes before those whose customers wait.
  const own = mine.map((call) => ({ call, standing: ownStanding(call) }));
  return [
    ...own.filter(({ standing }) => standing !== "held"),
    ...own.filter(({ standing }) => standing === "held"),
    ...ringing.map((call) => ({ call, standing: "ringing" as const })),
  ];
});

export const chosenAtom = atom<string | undefined>(undefined);

/** The call that the row shows: the one that I chose while it lasts, else the first. */
const featuredAtom = atom((get) => {
  const all = get(dockCallsAtom);
  return all.find(({ call }) => call.id === get(chosenAtom)) ?? all[0];
});

export const useDockCalls = () => useAtomValue(dockCallsAtom);
export const useFeatured = () => useAtomValue(featuredAtom);
