import { useEffect } from "react";
import { idle } from "@/lib/idle";
import { currentUserId, identityAtom, store, useAtomValue } from "@/store";
import { hasOutgoingSoundAtom, hasSoundAtom, ringsOnceAtom } from "../phoneSettings";
import type { Ringer } from "./Ringer";
import { useHeard } from "./ringing";

/** How long a page that has just opened is left to what it shows: a call that rings has it loaded sooner. */
const opening = 1_000;

let open: { user: string; ringer: Promise<Ringer> } | undefined;

/** The ringer of whoever is signed in, loaded when it is first wanted. */
function ringer(): Promise<Ringer> | undefined {
  const user = currentUserId();
  if (user === undefined || typeof AudioContext === "undefined") {
    return undefined;
  }
  if (open?.user !== user) {
    closeRinger();
    const made = import("./openRinger").then(({ openRinger }) => openRinger(user));
    open = { user, ringer: made };
    made.catch(() => {
      open = undefined;
    });
  }
  return open?.ringer;
}

function closeRinger(): void {
  open?.ringer.then(
    (one) => one.close(),
    () => undefined,
  );
  open = undefined;
}

export async function withRinger(act: (one: Ringer) => void | Promise<void>): Promise<void> {
  const one = await ringer();
  if (one) {
    await act(one);
  }
}

const tell = (act: (one: Ringer) => void) => void withRinger(act).catch(() => undefined);

/** Lets a call that goes out be heard to begin, where that is wanted. */
export function soundOutgoing(): void {
  if (store.get(hasOutgoingSoundAtom)) {
    tell((one) => one.once("outgoing"));
  }
}

/** Has what rings for me be heard, until I answer it or it rings no more. */
export function useRing(isAnswering: boolean): void {
  const user = useAtomValue(identityAtom)?.userId;
  const isWanted = useAtomValue(hasSoundAtom);
  const heard = useHeard();
  useEffect(() => (user === undefined ? undefined : closeRinger), [user]);
  useEffect(() => {
    if (user === undefined || !isWanted) {
      return;
    }
    const timer = setTimeout(() => void idle().then(() => tell(() => undefined)), opening);
    return () => clearTimeout(timer);
  }, [user, isWanted]);
  useEffect(() => {
    if (user === undefined || heard === undefined || isAnswering) {
      return;
    }
    tell((one) => one.ring(heard.startsWith("ring ") ? "ring" : "waiting", !store.get(ringsOnceAtom)));
    return () => {
      if (open?.user === user) {
        tell((one) => one.hush());
      }
    };
  }, [user, heard, isAnswering]);
}
