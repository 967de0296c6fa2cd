import { useId, useState } from "react";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { focusFirstProblem } from "@/components/Field/focus";
import { Tick } from "@/components/Tick/Tick";
import { toast } from "@/components/Toaster/toasts";
import { useUnsaved } from "@/lib/unsaved";
import { t } from "@/messages";
import type { Definition, DefinitionPatch, Format } from "./api";
import { orderedFields } from "./field";
import { Meanwhile } from "./Meanwhile";
import { words } from "./messages";
import { ObjectForm } from "./ObjectForm";
import { type ObjectFaults, refuseObject } from "./objectFaults";
import { useSaving } from "./useSaving";

interface EditObjectProps {
  definition: Definition;
  formats: readonly Format[];
  again: () => Promise<Definition | undefined>;
  take: (definition: Definition) => void;
  onClose: () => void;
}

/** Fields to choose, in their order. */
function FieldTicks(props: {
  label: string;
  hint?: string;
  definition: Definition;
  names: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}) {
  const { label, hint, definition, names, chosen, onChange } = props;
  const id = useId();
  return (
    <fieldset>
      <legend className="font-medium text-meta text-n11">{label}</legend>
      {hint ? <p className="text-meta text-n11">{hint}</p> : null}
      <div className="mt-1.5 grid grid-cols-2 gap-x-4 gap-y-1.5 max-sm:grid-cols-1">
        {names.map((name) => {
          const title = definition.properties[name]?.title ?? name;
          return (
            <div key={name} className="flex items-center gap-2">
              <Tick
                id={`${id}-${name}`}
                label={`${label}: ${title}`}
                isOn={chosen.includes(name)}
                onChange={(event) =>
                  onChange(
                    names.filter((one) => (one === name ? event.target.checked : chosen.includes(one))),
                  )
                }
              />
              <label htmlFor={`${id}-${name}`} className="min-w-0 truncate">
                {title}
              </label>
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}

const sameList = (left: readonly string[], right: readonly string[]) => left.join() === right.join();

type Edits = Pick<DefinitionPatch, "title" | "plural" | "columns" | "search">;

/** What the form shows, and what of it is to be stored. */
function changeOf(definition: Definition, edits: Edits): { values: Required<Edits>; patch: DefinitionPatch } {
  const stored = {
    title: definition.title,
    plural: definition.plural ?? "",
    columns: definition.columns ?? [],
    search: definition.search ?? [],
  };
  const values = { ...stored, ...edits };
  const patch = {
    ...(values.title.trim() === stored.title ? {} : { title: values.title.trim() }),
    ...(values.plural.trim() === stored.plural ? {} : { plural: values.plural.trim() }),
    ...(sameList(values.columns, stored.columns) ? {} : { columns: values.columns }),
    ...(sameList(values.search, stored.search) ? {} : { search: values.search }),
  };
  return { values, patch };
}

/** Whether people can search records by what they have in a field. */
const isSearchable = ({ properties }: Definition, formats: readonly Format[], name: string) =>
  formats.find(({ format }) => format === properties[name]?.format)?.search === true;

/** How an object is called, listed and found. */
export function EditObject({ definition, formats, again, take, onClose }: EditObjectProps) {
  const saving = useSaving({ definition, again, take });
  const [edits, setEdits] = useState<Edits>({});
  const [faults, setFaults] = useState<ObjectFaults>({});
  const { values, patch } = changeOf(definition, edits);
  const names = orderedFields(definition);
  const isDirty = Object.keys(patch).length > 0;
  const release = useUnsaved(isDirty, { isKept: false, discard: () => undefined });
  const close = () => {
    release();
    onClose();
  };
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
  return (
    <Dialog
      title={words.editObject}
      isDirty={isDirty}
      onClose={close}
      onSubmit={() => void save()}
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
        onChange={({ name: _, ...change }) => {
          setFaults({});
          setEdits((had) => ({ ...had, ...change }));
        }}
      >
        <FieldTicks
          label={words.columns}
          hint={words.columnsHint}
          definition={definition}
          names={names.filter((name) => name !== definition.name_field)}
          chosen={values.columns}
          onChange={(columns) => setEdits((had) => ({ ...had, columns }))}
        />
        {definition.custom ? (
          <FieldTicks
            label={words.search}
            hint={words.searchHint}
            definition={definition}
            names={names.filter((name) => isSearchable(definition, formats, name))}
            chosen={values.search}
            onChange={(search) => setEdits((had) => ({ ...had, search }))}
          />
        ) : null}
      </ObjectForm>
    </Dialog>
  );
}
