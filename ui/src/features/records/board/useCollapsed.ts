import { useCallback, useMemo, useState } from "react";
import { recall, remember } from "@/lib/storage";

const keyOf = (object: string) => `board.${object}.folded`;

function foldedIn(text: string | undefined): readonly string[] {
  try {
    const read: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(read) ? read.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}

/** Which columns and swimlanes of an object's board are folded, as one left them in this browser. */
export function useCollapsed(object: string) {
  const [folded, setFolded] = useState(() => foldedIn(recall(keyOf(object))));
  const toggle = useCallback(
    (key: string) =>
      setFolded((had) => {
        const next = had.includes(key) ? had.filter((one) => one !== key) : [...had, key];
        remember(keyOf(object), next.length === 0 ? undefined : JSON.stringify(next));
        return next;
      }),
    [object],
  );
  return { collapsed: useMemo(() => new Set(folded), [folded]), toggle };
}
