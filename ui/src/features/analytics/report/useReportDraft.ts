import { useEffect, useRef, useState } from "react";
import { recall, remember } from "@/lib/storage";
import { emptyDraft, isSameDraft, type ReportDraft } from "./draft";

interface Kept {
  version: number;
  draft: ReportDraft;
}

const keyOf = (id: string) => `report.draft.${id}`;

function keptOf(id: string): Kept | undefined {
  try {
    const kept = JSON.parse(recall(keyOf(id)) ?? "null") as Kept | null;
    return kept && typeof kept.draft === "object"
      ? { ...kept, draft: { ...emptyDraft, ...kept.draft } }
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A report while it is edited. What is not saved is kept in this browser under the report's id ("new" for one that is
 * not stored yet) and stands again after a reload.
 */
export function useReportDraft(id: string, version: number, stored: ReportDraft) {
  const [kept] = useState(() => keptOf(id));
  const [draft, setDraft] = useState(() => kept?.draft ?? stored);
  const isDirty = !isSameDraft(draft, stored);
  const began = useRef(kept?.version ?? version);

  // Nothing was changed here: another person's change is shown.
  const seen = useRef(stored);
  useEffect(() => {
    if (!isSameDraft(seen.current, stored)) {
      const wasClean = isSameDraft(draft, seen.current);
      seen.current = stored;
      if (wasClean) {
        began.current = version;
        setDraft(stored);
      }
    }
  }, [stored, version, draft]);

  useEffect(() => {
    remember(keyOf(id), isDirty ? JSON.stringify({ version: began.current, draft }) : undefined);
  }, [id, draft, isDirty]);

  return {
    draft,
    setDraft,
    isDirty,
    /** It began in an earlier visit. */
    isRestored: kept !== undefined && isDirty,
    /** Another person saved the report after this draft began. */
    isBehind: isDirty && version > began.current,
    reset: () => {
      remember(keyOf(id), undefined);
      began.current = version;
      setDraft(stored);
    },
  };
}

/** Forgets what is kept of a report that is stored now or was given up. */
export const forgetDraft = (id: string): void => remember(keyOf(id), undefined);
