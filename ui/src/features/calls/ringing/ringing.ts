import { atom, useAtomValue } from "@/store";
import { dockCallsAtom } from "../dock/dockCalls";
import { hasSoundAtom } from "../phoneSettings";

/**
 * What is to be heard, for the call that rang last: the ring, or a beep while I have a call.
 * Another call that rings is heard again, since the one before may have been heard for long enough.
 */
const heardAtom = atom((get) => {
  const all = get(dockCallsAtom);
  const last = all.findLast(({ standing }) => standing === "ringing");
  if (!(last && get(hasSoundAtom))) {
    return undefined;
  }
  return `${all.some(({ standing }) => standing !== "ringing") ? "waiting" : "ring"} ${last.call.id}`;
});

export const useHeard = () => useAtomValue(heardAtom);

/** The browser lets the page make no sound although a call rings. */
export const refusedAtom = atom(false);
