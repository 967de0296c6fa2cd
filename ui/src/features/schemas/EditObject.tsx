import { useState } from "react";
import { Button } from "@/components/Button/Button";
import { ConfirmDialog } from "@/components/ConfirmDialog/ConfirmDialog";
import { Dialog } from "@/components/Dialog/Dialog";
import { focusFirstProblem } from "@/components/Field/focus";
import { toast } from "@/components/Toaster/toasts";
import { useUnsaved } from "@/lib/unsaved";
import { t } from "@/messages";
import type { Definition, Format } from "./api";
import { FieldTicks } from "./FieldTicks";
import { orderedFields } from "./field";
import { HistoryRule } from "./HistoryRule";
import { Meanwhile } from "./Meanwhile";
import { words } from "./messages";
import { ObjectForm } from "./ObjectForm";
import { changeOf, type Edits, fieldsThat } from "./objectEdits";
import { type ObjectFaults, refuseObject } from "./objectFaults";
import { useSaving } from "./useSaving";

interface EditObjectProps {
  definition: Definition;
  formats: readonly Format[];
  again: () => Promise<Definition | undefined>;
  take: (definition: Definition) => void;
  onClose: () => void;
}

/** What is chosen of fields at most that duplicates are found by. */
const mostDuplicateFields = 10;

/** How an object is called, listed and found, and what is kept of it. */
export function EditObject({ definition, formats, again, take, onClose }: EditObjectProps) {
  const saving = useSaving({ definition, again, take });
  const [edits, setEdits] = useState<Edits>({});
  const [faults, setFaults] = useState<ObjectFaults>({});
  const [isAsking, setAsking] = useState(false);
  const { values, patch } = changeOf(definition, edits);
  const names = orderedFields(definition);
  const isDirty = Object.keys(patch).length > 0;
  const release = useUnsaved(isDirty, { isKept: false, discard: () => undefined });
  const close = () => {
    release();
    onClose();
  };
  const change = (edit: Edits) => setEdits((had) => ({ ...had, ...edit }));
  const save = async () => {
    if (values.title.trim() === "") {
      focusFirstProblem(() => setFaults({ title: words.missing(words.objectTitle) }));
      return;
    }
    try {
      if (!isDirty || (await saving.save(patch))) {
        toast.success(words.objectSaved);
        close();
      }
    } catch (error) {
      refuseObject(error, setFaults);
    }
  };
  const saveOrAsk = () => {
    if (patch.track_history === false) {
      setAsking(true);
    } else {
      void save();
    }
  };
  return (
    <>
      <Dialog
        title={words.editObject}
        isDirty={isDirty}
        onClose={close}
        onSubmit={saveOrAsk}
        className="max-w-lg"
        footer={
          <>
            <Button onClick={close}>{t.frame.cancel}</Button>
            <Button type="submit" tone="primary" isBusy={saving.isSaving}>
              {words.save}
            </Button>
          </>
        }
      >
        <div className="pb-3 empty:hidden">
          <Meanwhile seen={saving.seen} definition={definition} formats={formats} />
        </div>
        <ObjectForm
          names={{ ...values, name: definition.api_name }}
          faults={faults}
          isNew={false}
          isFixed={!definition.custom}
          onChange={({ name: _, ...edit }) => {
            setFaults({});
            change(edit);
          }}
        >
          <FieldTicks
            label={words.columns}
            hint={words.columnsHint}
            definition={definition}
            names={names.filter((name) => name !== definition.name_field)}
            chosen={values.columns}
            onChange={(columns) => change({ columns })}
          />
          {definition.custom ? (
            <FieldTicks
              label={words.search}
              hint={words.searchHint}
              definition={definition}
              names={fieldsThat(definition, formats, "search")}
              chosen={values.search}
              onChange={(search) => change({ search })}
            />
          ) : null}
          <FieldTicks
            label={words.duplicates}
            hint={values.duplicate_fields.length > 0 ? words.duplicatesHint : words.duplicatesNone}
            definition={definition}
            names={fieldsThat(definition, formats, "duplicates")}
            chosen={values.duplicate_fields}
            most={mostDuplicateFields}
            onChange={(fields) => change({ duplicate_fields: fields })}
          />
          <HistoryRule
            definition={definition}
            isOn={values.track_history}
            onChange={(isOn) => change({ track_history: isOn })}
          />
        </ObjectForm>
      </Dialog>
      {isAsking ? (
        <ConfirmDialog
          title={words.historyOffTitle(definition.plural ?? definition.title)}
          text={words.historyOffText(definition.plural ?? definition.title)}
          action={words.historyOff}
          onConfirm={async () => {
            await save();
            setAsking(false);
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}
