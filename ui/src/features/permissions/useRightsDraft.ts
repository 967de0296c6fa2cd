import { useMemo, useState } from "react";
import { ApiError, detailOf, getRecord, patchRecord, type WireRecord } from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { keep } from "@/store";
import { words } from "./messages";
import { setObject } from "./objects";
import { isSameSet, type RightSet, setOf, writeSet } from "./rights";

/** Something that one does to a set. It is done again on top of what others store meanwhile. */
export type Step = (set: RightSet) => RightSet;

/** The fields to send: those whose values another set has. */
function changedFields(from: RightSet, to: RightSet): Record<string, unknown> {
  const before = writeSet(from);
  return Object.fromEntries(
    Object.entries(writeSet(to)).filter(
      ([name, value]) => JSON.stringify(before[name]) !== JSON.stringify(value),
    ),
  );
}

/** A refusal is a warning with the server's words where it is for want of rights, else an error. */
export function sayRefusal(error: unknown, sentence: (detail: string) => string): void {
  if (error instanceof ApiError && error.status === 403) {
    toast.warning(detailOf(error));
  } else {
    toast.error(sentence(detailOf(error)));
  }
}

/**
 * What one changes of a permission set until it is stored: steps, taken on top of the record as it is now. What
 * somebody else stores meanwhile stays, and is told; the server refuses what it has not been told of.
 */
export function useRightsDraft(record: WireRecord) {
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const [base, setBase] = useState<RightSet>();
  const [isRaced, setRaced] = useState(false);
  const stored = useMemo(() => setOf(record), [record]);
  const set = useMemo(() => steps.reduce((had, step) => step(had), stored), [steps, stored]);
  const isDirty = steps.length > 0 && !isSameSet(set, stored);

  const discard = () => {
    setSteps([]);
    setBase(undefined);
    setRaced(false);
  };
  const take = (step: Step) => {
    setBase((had) => (steps.length === 0 ? stored : (had ?? stored)));
    setSteps((had) => [...had, step]);
  };
  /** Stores the draft; true where it is stored now, or there was nothing to store. */
  const save = async (): Promise<boolean> => {
    if (!isDirty) {
      discard();
      return true;
    }
    try {
      const fields = { id: record.id, ...changedFields(stored, set) };
      const now = await patchRecord(setObject, fields, crypto.randomUUID(), record.version);
      keep(setObject, [now]);
      discard();
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) {
        setRaced(true);
        await getRecord(setObject, record.id).then(
          (now) => keep(setObject, [now]),
          (failure: unknown) => sayRefusal(failure, words.saveError),
        );
      } else {
        sayRefusal(error, words.saveError);
      }
      return false;
    }
  };
  return {
    set,
    /** What others made of the set since one began, where they did. */
    meanwhile: isDirty && base && !isSameSet(base, stored) ? { before: base, after: stored } : undefined,
    isDirty,
    isRaced: isRaced && isDirty,
    take,
    discard,
    save,
  };
}

export type RightsDraft = ReturnType<typeof useRightsDraft>;
