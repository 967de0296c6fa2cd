import { useState } from "react";
import { ApiError, detailOf, getRecord, patchRecord, type UserRecord } from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { recall, remember } from "@/lib/storage";
import { useUnsaved } from "@/lib/unsaved";
import { keep } from "@/store";
import { type ChosenPhone, changedOf, fieldsOf, type Values, valuesOf } from "./draft";
import { words } from "./messages";

const object = "user";
const extensionShape = /^(\d{2,6})?$/;

function kept(key: string): Partial<Values> {
  try {
    return JSON.parse(recall(key) ?? "{}") as Partial<Values>;
  } catch {
    return {};
  }
}

const isOvertaken = (error: unknown) => error instanceof ApiError && error.status === 412;

/** What one changes of the phone's settings until it is saved; this browser keeps it meanwhile. */
export function useSettingsDraft(user: UserRecord, phones: readonly ChosenPhone[]) {
  const key = `phone.settings.${user.id}`;
  const [draft, setDraft] = useState(() => kept(key));
  const [problem, setProblem] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const stored = valuesOf(user);
  const changed = changedOf(stored, draft);
  const isDirty = Object.keys(changed).length > 0;

  const take = (next: Partial<Values>) => {
    setDraft(next);
    remember(key, Object.keys(next).length > 0 ? JSON.stringify(next) : undefined);
  };
  const discard = () => {
    take({});
    setProblem(undefined);
  };
  useUnsaved(isDirty, { isKept: true, discard });

  const refused = (error: unknown) => {
    const about = error instanceof ApiError ? error.errors.extension?.[0] : undefined;
    if (about !== undefined) {
      setProblem(about);
    } else if (isOvertaken(error)) {
      toast.warning(words.changedMeanwhile);
    } else if (error instanceof ApiError && error.status === 403) {
      toast.warning(detailOf(error));
    } else {
      toast.error(detailOf(error));
    }
  };

  const send = async (values: Partial<Values>, version: number) => {
    const sent = { id: user.id, ...fieldsOf(values, phones) };
    keep(object, [await patchRecord<UserRecord>(object, sent, crypto.randomUUID(), version)]);
  };

  /**
   * Sends values on top of what is known of the person; again where only something else of him was
   * changed.
   */
  const sendOnTop = async (values: Partial<Values>) => {
    try {
      await send(values, user.version);
    } catch (error) {
      if (!isOvertaken(error)) {
        throw error;
      }
      const now = await getRecord<UserRecord>(object, user.id);
      keep(object, [now]);
      const others = valuesOf(now);
      if (Object.keys(values).some((name) => others[name as keyof Values] !== stored[name as keyof Values])) {
        throw error;
      }
      await send(values, now.version);
    }
  };

  /**
   * Stores values at once, by one request; false if that was refused. What else was changed waits.
   */
  const saveOnly = async (values: Partial<Values>): Promise<boolean> => {
    setSaving(true);
    try {
      await sendOnTop(values);
      take(Object.fromEntries(Object.entries(changed).filter(([name]) => !(name in values))));
      return true;
    } catch (error) {
      refused(error);
      return false;
    } finally {
      setSaving(false);
    }
  };

  const save = async (): Promise<boolean> => {
    if (!extensionShape.test(changed.extension ?? "")) {
      setProblem(words.extensionShape);
      return false;
    }
    setProblem(undefined);
    const isDone = await saveOnly(changed);
    if (isDone) {
      toast.success(words.saved);
    }
    return isDone;
  };

  return {
    values: { ...stored, ...changed },
    isDirty,
    isSaving,
    /** What is wrong with the extension. */
    problem,
    set: (change: Partial<Values>) => {
      take({ ...changed, ...change });
      if ("extension" in change) {
        setProblem(undefined);
      }
    },
    discard,
    save,
    saveOnly,
  };
}

export type SettingsDraft = ReturnType<typeof useSettingsDraft>;
