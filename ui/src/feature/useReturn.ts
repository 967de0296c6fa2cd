import { useEffect, useRef } from "react";
import { connectionAtom, useAtomValue } from "@/store";

/** Calls back when the server can be reached again, while something waits for that. */
export function useReturn(isWaiting: boolean, onReturn: () => void): void {
  const phase = useAtomValue(connectionAtom);
  const wasAway = useRef(false);
  useEffect(() => {
    if (isWaiting && wasAway.current && phase === "connected") {
      onReturn();
    }
    wasAway.current = phase !== "connected";
  }, [isWaiting, phase, onReturn]);
  useEffect(() => {
    if (!isWaiting) {
      return;
    }
    window.addEventListener("online", onReturn);
    return () => window.removeEventListener("online", onReturn);
  }, [isWaiting, onReturn]);
}
