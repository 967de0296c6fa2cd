import { useEffect, useRef, useState } from "react";
import { recall, remember } from "@/lib/storage";
import { type DashboardDraft, isSameDashboard } from "./layout";

const keyOf = (id: string) => `dashboard.draft.${id}`;

function keptOf(id: string): { version: number; draft: DashboardDraft } | undefined {
  try {
    const kept = JSON.parse(recall(keyOf(id)) ?? "null");
    return kept && Array.isArray(kept.draft?.tiles) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Forgets what is kept of a dashboard that is stored now or was given up. */
export const forgetDashboard = (id: string): void => remember(keyOf(id), undefined);

/** A dashboard while it is arranged or edited; what is not saved stands again after a reload. */
export function useDashboardDraft(id: string, version: number, stored: DashboardDraft) {
  const [kept] = useState(() => keptOf(id));
  const [draft, setDraft] = useState(kept?.draft ?? stored);
  const began = useRef(kept?.version ?? version);
  const seen = useRef(stored);
  const isDirty = !isSameDashboard(draft, stored);

  // Nothing was changed here: another person's change is shown.
  useEffect(() => {
    if (!isSameDashboard(seen.current, stored)) {
      const wasClean = isSameDashboard(draft, seen.current);
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
    isBehind: isDirty && version > began.current,
    reset: () => {
      forgetDashboard(id);
      began.current = version;
      setDraft(stored);
    },
  };
}
