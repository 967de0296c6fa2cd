import { useEffect, useRef, useState } from "react";
import { recall, remember } from "@/lib/storage";

interface Kept<D> {
  version: number;
  draft: D;
}

/** How drafts of one object are kept in this browser. */
export interface Keeping<D> {
  /** The object that they are drafts of. */
  object: string;
  isSame: (one: D, other: D) => boolean;
  /** Reads what an earlier visit kept; undefined for what cannot be read. */
  read: (kept: unknown) => D | undefined;
}

const keyOf = (object: string, id: string) => `${object}.draft.${id}`;

/** Forgets the draft of a record that is stored now or was given up. */
export const forgetDraft = (object: string, id: string): void => remember(keyOf(object, id), undefined);

function keptOf<D>({ object, read }: Keeping<D>, id: string): Kept<D> | undefined {
  try {
    const kept = JSON.parse(recall(keyOf(object, id)) ?? "null") as Kept<unknown> | null;
    const draft = kept ? read(kept.draft) : undefined;
    return kept && draft ? { version: kept.version, draft } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A record while it is edited as a whole. What is not saved is kept in this browser under the record's id ("new" for
 * one that is not stored yet) and is there again after a reload.
 */
export function useKeptDraft<D>(keeping: Keeping<D>, id: string, version: number, stored: D) {
  const { object, isSame } = keeping;
  const [kept] = useState(() => keptOf(keeping, id));
  const [draft, setDraft] = useState(kept?.draft ?? stored);
  const isDirty = !isSame(draft, stored);
  const began = useRef(kept?.version ?? version);
  const seen = useRef(stored);

  // Nothing was changed here: another user's change is shown.
  useEffect(() => {
    if (!isSame(seen.current, stored)) {
      const wasClean = isSame(draft, seen.current);
      seen.current = stored;
      if (wasClean) {
        began.current = version;
        setDraft(stored);
      }
    }
  }, [isSame, stored, version, draft]);

  useEffect(() => {
    remember(keyOf(object, id), isDirty ? JSON.stringify({ version: began.current, draft }) : undefined);
  }, [object, id, draft, isDirty]);

  return {
    draft,
    setDraft,
    isDirty,
    /** It began in an earlier visit. */
    isRestored: kept !== undefined && isDirty,
    /** Another user saved the record after this draft began. */
    isBehind: isDirty && version > began.current,
    reset: () => {
      forgetDraft(object, id);
      began.current = version;
      setDraft(stored);
    },
  };
}
