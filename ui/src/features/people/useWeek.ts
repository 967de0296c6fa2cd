import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, detailOf, send } from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { useUnsaved } from "@/lib/unsaved";
import { words } from "./messages";
import { isValid, type Week, weekOf, writeWeek } from "./week";

const keyOf = (user: string) => ["availability", user];

/** The stored week of a user. */
export function useStoredWeek(user: string) {
  return useQuery({
    queryKey: keyOf(user),
    staleTime: 0,
    queryFn: () => send("GET /availability/{id}", { id: user }),
  });
}

/** A refusal is a warning with the server's words where it is for want of rights, else an error. */
export function sayRefusal(error: unknown): void {
  const say = error instanceof ApiError && error.status === 403 ? toast.warning : toast.error;
  say(firstOf(error) ?? detailOf(error));
}

const firstOf = (error: unknown): string | undefined =>
  error instanceof ApiError ? Object.values(error.errors)[0]?.[0] : undefined;

/** The week as somebody changes it, until it is stored. */
export function useWeek(user: string, availability: unknown) {
  const client = useQueryClient();
  const stored = weekOf(availability);
  const [draft, setDraft] = useState<Week>();
  const [isSaving, setSaving] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const isDirty = draft !== undefined && JSON.stringify(draft) !== JSON.stringify(stored);

  const discard = () => {
    setDraft(undefined);
    setChecked(false);
  };
  useUnsaved(isDirty, { isKept: false, discard });

  const save = async () => {
    if (!draft) {
      return;
    }
    setChecked(true);
    if (!isValid(draft)) {
      toast.warning(words.invalid);
      return;
    }
    setSaving(true);
    try {
      const now = await send("POST /availability/{id}", { id: user, availability: writeWeek(draft) });
      client.setQueryData(keyOf(user), now);
      discard();
      toast.success(words.saved);
    } catch (error) {
      sayRefusal(error);
    }
    setSaving(false);
  };
  return { week: draft ?? stored, change: setDraft, isDirty, isSaving, isChecked, save, discard };
}
