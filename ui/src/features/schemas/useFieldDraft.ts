import { useMemo, useState } from "react";
import type { FieldDefinition } from "./api";
import { differing, emptyField, type FieldValues, valuesOf } from "./field";

type Edits = Partial<FieldValues>;

/** What one changes of a field until it is stored, over the field as it is now. */
export function useFieldDraft(field: FieldDefinition | undefined) {
  const [edits, setEdits] = useState<Edits>({});
  /** What was stored of the same when one began to change it. */
  const [bases, setBases] = useState<Edits>({});
  const stored = useMemo(() => (field ? valuesOf(field) : emptyField), [field]);
  const values: FieldValues = { ...stored, ...edits };
  const base: FieldValues = { ...stored, ...bases };

  const take = (next: FieldValues) => {
    const keys = differing(stored, next);
    const of = (from: FieldValues) => Object.fromEntries(keys.map((key) => [key, from[key]]));
    setEdits(of(next));
    setBases(of(base));
  };
  const drop = (keys: readonly (keyof FieldValues)[]) => {
    const rest = (had: Edits) =>
      Object.fromEntries(Object.entries(had).filter(([key]) => !keys.includes(key as keyof FieldValues)));
    setEdits(rest);
    setBases(rest);
  };
  const changed = differing(stored, values);
  const theirs = differing(base, stored);
  return {
    stored,
    values,
    /** What the values of one's own are over. */
    base,
    set: (change: Edits) => take({ ...values, ...change }),
    take,
    isDirty: changed.length > 0,
    /** What one changes and somebody else has stored otherwise meanwhile. */
    conflicts: changed.filter((key) => theirs.includes(key)),
    drop,
  };
}
