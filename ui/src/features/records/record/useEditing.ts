import { useEffect, useRef, useState } from "react";
import { ApiError, getRecord, type ObjectSchema, type WireRecord } from "@/api";
import { focusFirstProblem } from "@/components/Field/focus";
import { toast } from "@/components/Toaster/toasts";
import type { FieldSpec } from "@/fields";
import { keep, peek } from "@/store";
import { sayRefusal, writeRecord } from "../commands";
import { words } from "../messages";
import { changes, faults, followed, refuse, touch } from "./draft";
import { editable } from "./layout";
import { useKeptDraft } from "./useKeptDraft";

/** The draft of one record and the way to store it. */
export function useEditing(
  schema: ObjectSchema,
  record: WireRecord,
  fields: readonly FieldSpec[],
  onDone: () => void,
) {
  const kept = useKeptDraft(schema.api_name, record.id, record.version);
  const { draft, setDraft } = kept;
  const [isSaving, setSaving] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const before = useRef(record);

  useEffect(() => {
    const old = before.current;
    before.current = record;
    if (old !== record && old.id === record.id) {
      setDraft((had) => followed(had, old, record, fields));
    }
  }, [record, fields, setDraft]);

  const reset = () => {
    kept.reset();
    setRefused(false);
  };

  const onRefusal = async (error: unknown) => {
    if (!(error instanceof ApiError)) {
      throw error;
    }
    if (error.status === 412) {
      setRefused(true);
      const now = await getRecord(schema.api_name, record.id);
      keep(schema.api_name, [now]);
      return;
    }
    focusFirstProblem(() =>
      setDraft((had) => refuse(touch(had, ...Object.keys(error.errors)), error.errors)),
    );
    sayRefusal(error, words.saveError);
  };

  const save = async () => {
    if (isSaving) {
      return;
    }
    const wrong = faults(draft, record, editable(fields));
    if (wrong.length > 0) {
      focusFirstProblem(() => setDraft((had) => touch(had, ...wrong)));
      return;
    }
    const changed = changes(draft, record);
    if (Object.keys(changed).length === 0) {
      reset();
      onDone();
      return;
    }
    setSaving(true);
    try {
      const version = schema.live
        ? {}
        : { version: peek(schema.api_name, record.id)?.version ?? record.version };
      await writeRecord("patch", schema, { id: record.id, ...version, ...changed }, crypto.randomUUID());
      toast.success(words.saved);
      reset();
      onDone();
    } catch (error) {
      await onRefusal(error).catch((second: unknown) => sayRefusal(second, words.saveError));
    } finally {
      setSaving(false);
    }
  };

  return { ...kept, isSaving, isRefused, save, reset };
}
