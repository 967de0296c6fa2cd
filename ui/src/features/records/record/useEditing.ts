import { useEffect, useRef, useState } from "react";
import { ApiError, getRecord, type ObjectSchema, type WireRecord } from "@/api";
import { focusFirstProblem } from "@/components/Field/focus";
import { toast } from "@/components/Toaster/toasts";
import type { FieldSpec } from "@/fields";
import { keep, peek } from "@/store";
import { sayRefusal, writeRecord } from "../commands";
import { words } from "../messages";
import { changes, conflicts, type Draft, faults, followed, refuse, takeTheirs, touch } from "./draft";
import { editable } from "./layout";
import { useKeptDraft } from "./useKeptDraft";

const pick = (fields: Record<string, unknown>, name: string) =>
  name in fields ? { [name]: fields[name] } : {};

/** So often a change of a live record is sent again that was overtaken by one of other fields. */
const mostTries = 5;

export type Editing = ReturnType<typeof useEditing>;

/** The draft of one record and the way to store it. */
export function useEditing(
  schema: ObjectSchema,
  record: WireRecord,
  fields: readonly FieldSpec[],
  onDone: () => void,
) {
  const kept = useKeptDraft(schema, record.id, record.version);
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

  /** Gives up what was typed into one field. */
  const drop = (name: string) => setDraft((had) => takeTheirs(had, name));

  const settle = (only: FieldSpec | undefined) => {
    if (only) {
      drop(only.name);
      setRefused(false);
    } else {
      reset();
      onDone();
    }
  };

  /**
   * Stores changes of the version that is shown. A live record has another one at every turn, as by each message of a
   * chat: there what counts is whether somebody changed one of these very fields.
   */
  const write = async (typed: Draft, changed: Record<string, unknown>, tries = 1): Promise<void> => {
    const { api_name: object } = schema;
    const version = peek(object, record.id)?.version ?? record.version;
    try {
      await writeRecord("patch", schema, { id: record.id, version, ...changed }, crypto.randomUUID());
    } catch (error) {
      if (!(schema.live && error instanceof ApiError && error.status === 412 && tries < mostTries)) {
        throw error;
      }
      const now = await getRecord(object, record.id);
      keep(object, [now]);
      if (conflicts(typed, now).some((name) => name in changed)) {
        throw error;
      }
      await write(typed, changed, tries + 1);
    }
  };

  /** Stores what was typed, or what was typed into one field only; true where that is stored now. */
  const save = async (only?: FieldSpec): Promise<boolean> => {
    if (isSaving) {
      return false;
    }
    const wrong = faults(draft, record, only ? [only] : editable(fields));
    if (wrong.length > 0) {
      focusFirstProblem(() => setDraft((had) => touch(had, ...wrong)));
      return false;
    }
    const all = changes(draft, record);
    const changed = only ? pick(all, only.name) : all;
    if (Object.keys(changed).length === 0) {
      settle(only);
      return true;
    }
    setSaving(true);
    try {
      await write(draft, changed);
      toast.success(words.saved);
      settle(only);
      return true;
    } catch (error) {
      await onRefusal(error).catch((second: unknown) => sayRefusal(second, words.saveError));
      return false;
    } finally {
      setSaving(false);
    }
  };

  return { ...kept, isSaving, isRefused, save, drop, reset };
}
