import { useEffect, useMemo } from "react";
import { useNow } from "@/lib/useNow";
import { tell } from "@/realtime";
import { useAtomValue } from "@/store";
import { typistsAtom } from "./typing";

const renewAfter = 3_000;

export function useTypists(topic: string): string[] {
  const typists = useAtomValue(typistsAtom)[topic] ?? [];
  const now = useNow(typists.length > 0);
  return typists.filter((typist) => typist.until > now).map((typist) => typist.name);
}

/** Tells the others that I type: at the first key, again every few seconds, and when I stop. */
export function createTypingTeller(topic: string, now = Date.now, say = tell) {
  let last = 0;
  return (isTyping: boolean) => {
    const due = isTyping ? now() - last >= renewAfter : last > 0;
    if (due) {
      last = isTyping ? now() : 0;
      say("typing", { topic, typing: isTyping });
    }
  };
}

/** Tells that I type while the thread is shown; leaving it tells that I stopped. */
export function useTypingTeller(topic: string): (isTyping: boolean) => void {
  const teller = useMemo(() => createTypingTeller(topic), [topic]);
  useEffect(() => () => teller(false), [teller]);
  return teller;
}
