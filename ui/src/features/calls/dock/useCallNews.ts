import { useEffect, useRef } from "react";
import { toast } from "@/components/Toaster/toasts";
import { atom, entities, identityAtom, lists, store, useAtomValue } from "@/store";
import { callerName } from "../callerName";
import { ownCalls } from "../liveCalls";
import { words } from "../messages";
import type { CallRecord } from "../objects";

const stored = (get: typeof store.get, id: string) =>
  entities.read(get, "call", id)?.record as CallRecord | undefined;

/** My calls that are not up yet, by the server's word alone: what I expect of one does not count. */
const beginningAtom = atom((get) => {
  const me = get(identityAtom)?.userId;
  return (get(lists.atomOf(ownCalls)) ?? [])
    .filter((id) => {
      const call = get(entities.atomOf("call", id))?.record as CallRecord | undefined;
      return call?.user?.id === me && (call?.status === "ringing" || call?.status === "queued");
    })
    .join(" ");
});

/** What became of a call of mine that did not come about; nothing where it did, or ended as calls end. */
function newsOf(call: CallRecord | undefined): string | undefined {
  if (call?.direction === "outbound") {
    if (call.status !== "failed") {
      return undefined;
    }
    return call.error_text ? words.callError(call.error_text) : words.callFailed;
  }
  if (call?.status === "no-answer") {
    return words.neverPutThrough(callerName(call));
  }
  return call?.status === "ringing" && !call.user ? words.notPutThrough(callerName(call)) : undefined;
}

/** Says that a call which I placed could not be dialled, or that one which I took could not be put through to me. */
export function useCallNews(): void {
  const beginning = useAtomValue(beginningAtom);
  const before = useRef("");
  useEffect(() => {
    const now = beginning.split(" ");
    for (const id of before.current.split(" ").filter((one) => one !== "" && !now.includes(one))) {
      const news = newsOf(stored(store.get, id));
      if (news !== undefined) {
        toast.error(news);
      }
    }
    before.current = beginning;
  }, [beginning]);
}
