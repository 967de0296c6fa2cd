import { compareMoments } from "@/lib/compare";
import { atom, lists, readShown, useAtomValue } from "@/store";
import type { CallRecord } from "./objects";

/** The names of the two lists of calls: those that concern me, and all that I may read. */
export const ownCalls = "calls";
export const allCalls = "calls:all";
/** The list of those that I missed; the snapshot of my calls brings it. */
export const missedCalls = "calls:missed";

const liveStatuses: ReadonlySet<string> = new Set(["queued", "ringing", "in-progress"]);

export const isLive = (call: CallRecord) => liveStatuses.has(call.status);

const oldestFirst = (left: CallRecord, right: CallRecord) =>
  compareMoments(left.start_time ?? left.created_date, right.start_time ?? right.created_date);

function liveOf(name: string) {
  return atom((get) => {
    const ids = get(lists.atomOf(name));
    return ids && readShown<CallRecord>(get, "call", ids).filter(isLive).sort(oldestFirst);
  });
}

export const ownLiveCallsAtom = liveOf(ownCalls);
const allLiveCallsAtom = liveOf(allCalls);

const counted: ReadonlySet<string> = new Set(["ringing", "in-progress"]);

/** How many active calls are listed. */
export const activeLimit = 25;

const activeAtom = atom((get) => {
  const active = get(allLiveCallsAtom)?.filter(({ status }) => counted.has(status));
  if (!active || active.length <= activeLimit) {
    return active;
  }
  // What rings needs somebody; of what is up the newest are shown.
  const ringing = active.filter(({ status }) => status === "ringing").slice(0, activeLimit);
  const up = active.filter(({ status }) => status !== "ringing");
  return [...ringing, ...up.slice(up.length - (activeLimit - ringing.length))].sort(oldestFirst);
});

/** The calls that I may read and that ring or are up, at most activeLimit, the oldest first; undefined while loading. */
export const useActiveCalls = () => useAtomValue(activeAtom);

/**
 * How many calls that I may read ring or are up. The server touches each of them every few minutes and ends what it
 * can't hear of, so that all were modified within the last fifteen.
 */
export const countAtom = atom(
  (get) => (get(allLiveCallsAtom) ?? []).filter(({ status }) => counted.has(status)).length,
);
