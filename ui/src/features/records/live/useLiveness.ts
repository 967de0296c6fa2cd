import { useEffect, useState } from "react";
import { topics } from "@/realtime";
import { connectionAtom, useAtomValue } from "@/store";

/** Whether a list is kept current: it is, it is about to be, or it was until a moment. */
export type Liveness = { state: "live" | "behind" } | { state: "stale"; since: Date };

/** A read that ends sooner is not worth a word. */
const delay = 500;

/** True once something has been so for a while. */
function useLasting(isSo: boolean): boolean {
  const [isLasting, setLasting] = useState(false);
  useEffect(() => {
    if (!isSo) {
      setLasting(false);
      return;
    }
    const timer = setTimeout(() => setLasting(true), delay);
    return () => clearTimeout(timer);
  }, [isSo]);
  return isSo && isLasting;
}

/** How current the list of an object is; isBehind while it is being read again. */
export function useLiveness(object: string, isBehind: boolean): Liveness {
  const connection = useAtomValue(connectionAtom);
  const { phase } = useAtomValue(topics.stateOf(`object:${object}`));
  const isCut = useLasting(connection !== "connected" || phase === "failed");
  const isLate = useLasting(isBehind || phase !== "live");
  const [since, setSince] = useState<Date>();
  if (isCut && since === undefined) {
    setSince(new Date(Date.now() - delay));
  } else if (!isCut && since !== undefined) {
    setSince(undefined);
  }
  if (isCut && since !== undefined) {
    return { state: "stale", since };
  }
  return { state: isLate ? "behind" : "live" };
}
