import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { useUnsaved } from "@/lib/unsaved";
import { t } from "@/messages";
import { AppChoice } from "./AppChoice";
import type { Definition, Format } from "./api";
import { consequencesOf } from "./consequences";
import { FieldForm } from "./FieldForm";
import { Consequences, FieldNotes } from "./FieldNotes";
import { words } from "./messages";
import { type FieldUnderEdit, type Known, useFieldForm } from "./useFieldForm";

interface FieldSheetProps extends Known {
  /** The field; none for a new one. */
  name?: string | undefined;
  onClose: () => void;
  /** It is stored, or a job was started that stores it. */
  onSaved: (definition: Definition, isAnother: boolean) => void;
}

/** Which formats a field may have: any where it is new, else those that what records hold can be converted to. */
function possibleFormats(formats: readonly Format[], { draft, isNew, isCommon }: FieldUnderEdit) {
  const now = formats.find(({ format }) => format === draft.stored.format);
  const to = isCommon ? [] : now?.convertible_to;
  return isNew ? formats : formats.filter((one) => one === now || to?.includes(one.format));
}

function Foot({ form, onClose, onSave }: { form: FieldUnderEdit; onClose: () => void; onSave: () => void }) {
  if (form.isFixed) {
    return <Button onClick={onClose}>{t.frame.close}</Button>;
  }
  return (
    <>
      <Button disabled={form.isSaving} onClick={onClose}>
        {t.frame.cancel}
      </Button>
      {form.isNew ? (
        <Button disabled={form.isSaving} className="max-sm:hidden" onClick={onSave}>
          {words.addAnother}
        </Button>
      ) : null}
      <Button type="submit" tone="primary" isBusy={form.isSaving} disabled={form.isGone}>
        {form.isNew ? words.add : words.save}
      </Button>
    </>
  );
}

/** A field to make or to change, beside the object that it is of. */
export function FieldSheet({ name, onClose, onSaved, ...known }: FieldSheetProps) {
  const { definition, formats } = known;
  const form = useFieldForm(known, name);
  const { draft } = form;
  const release = useUnsaved(form.isDirty, { isKept: false, discard: () => undefined });
  const close = () => {
    release();
    onClose();
  };
  const save = async (isAnother: boolean) => {
    const now = form.isSaving || form.isGone ? undefined : await form.save();
    if (now) {
      release();
      onSaved(now, isAnother);
    }
  };
  const isAsItIs = form.isNew || form.isFixed;
  return (
    <Dialog
      title={form.isNew ? words.newFieldOf(definition.title) : draft.stored.title}
      isSheet
      isDirty={form.isDirty}
      className="max-w-xl"
      onClose={close}
      {...(form.isFixed ? {} : { onSubmit: () => void save(false) })}
      footer={<Foot form={form} onClose={close} onSave={() => void save(true)} />}
    >
      <FieldNotes form={form} definition={definition} formats={formats} />
      <fieldset disabled={form.isFixed} className="min-w-0">
        <FieldForm
          object={definition.api_name}
          values={draft.values}
          base={draft.base}
          faults={form.faults}
          formats={formats}
          possible={possibleFormats(formats, form)}
          name={form.apiName}
          isNew={form.isNew}
          onName={form.setName}
          onProblem={form.setProblem}
          onChange={form.change}
        />
      </fieldset>
      <div className="pt-5 empty:hidden">
        <AppChoice apps={form.apps} chosen={form.app ?? ""} onChoose={form.setApp} />
      </div>
      <Consequences lines={isAsItIs ? [] : consequencesOf(draft.stored, draft.values, formats)} />
    </Dialog>
  );
}
