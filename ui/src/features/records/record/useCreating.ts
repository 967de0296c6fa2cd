import { type Dispatch, type SetStateAction, useMemo, useRef, useState } from "react";
import { ApiError, type ObjectSchema, type WireRecord } from "@/api";
import { focusFirstProblem } from "@/components/Field/focus";
import { toast } from "@/components/Toaster/toasts";
import { useFacts } from "@/feature";
import { fieldType, isEmpty } from "@/fields";
import { readPhone } from "@/fields/phone/value";
import { nameFieldOf } from "@/store";
import { writeRecord } from "../commands";
import { words } from "../messages";
import { type Draft, faults, isLacking, refuse, touch } from "./draft";
import { editable, layoutOf } from "./layout";

interface Creating {
  schema: ObjectSchema;
  /** The record that it begins as a copy of. */
  from?: WireRecord | undefined;
  /** What it is called at first, where people write such names. */
  named?: string | undefined;
  /** The phone number, in E.164, that it begins with. */
  phone?: string | undefined;
  /** Other values that it begins with. */
  values?: Readonly<Record<string, unknown>> | undefined;
  draft: Draft;
  setDraft: Dispatch<SetStateAction<Draft>>;
  onCreated: (record: WireRecord) => void;
  onRefused: (error: unknown) => void;
}

/** A number as the first phone field of a new record has it. */
function phoneOfNew(fields: readonly { name: string; kind: string }[], phone: string | undefined) {
  const field = phone === undefined ? undefined : fields.find(({ kind }) => kind === "phone");
  return field && phone ? { [field.name]: readPhone({ code: "", number: phone, extension: "" }).value } : {};
}

/** The fields of a new record, what stands in them at first, and the way to store them. */
export function useCreating(creating: Creating) {
  const { schema, from, named, phone, values: given, draft, setDraft } = creating;
  const facts = useFacts(schema.api_name);
  const fields = useMemo(() => editable(layoutOf(schema, facts).details), [schema, facts]);
  const defaults = useMemo(
    () => ({
      ...Object.fromEntries(
        // A copy has what stands in the form, and what its page shows in a way of its own.
        editable(layoutOf(schema).details).flatMap(({ name, kind, property }) => {
          const isCopied = from && !isEmpty(from[name]) && !fieldType(kind).isSecret;
          const isNamed = named && name === nameFieldOf(schema) && kind === "text";
          const value = isCopied ? from[name] : isNamed ? named : property.default;
          return value === undefined ? [] : [[name, value]];
        }),
      ),
      ...phoneOfNew(fields, phone),
      ...given,
    }),
    [schema, from, named, fields, phone, given],
  );
  const [isSaving, setSaving] = useState(false);
  // The same values make one record, however often they are sent.
  const sent = useRef({ values: "", command: "" });

  const save = async () => {
    if (isSaving) {
      return;
    }
    const wrong = faults(draft, defaults, fields);
    if (wrong.length > 0) {
      focusFirstProblem(() => setDraft((had) => touch(had, ...wrong)));
      const said = facts.find((one) => one.incomplete)?.incomplete;
      if (said && fields.some((field) => isLacking(draft, defaults, field))) {
        toast.warning(said);
      }
      return;
    }
    const entered = { ...defaults, ...draft.edits };
    const values = JSON.stringify(entered);
    if (sent.current.values !== values) {
      sent.current = { values, command: crypto.randomUUID() };
    }
    setSaving(true);
    try {
      const record = await writeRecord("post", schema, entered, sent.current.command);
      const created = facts.find((one) => one.created)?.created;
      toast.success(created ? created(record) : words.created);
      creating.onCreated(record);
    } catch (error) {
      setSaving(false);
      if (error instanceof ApiError) {
        focusFirstProblem(() =>
          setDraft((had) => refuse(touch(had, ...Object.keys(error.errors)), error.errors)),
        );
      }
      creating.onRefused(error);
    }
  };
  return { fields, defaults, isSaving, save };
}
