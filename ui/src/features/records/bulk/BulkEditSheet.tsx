import { X } from "lucide-react";
import { useId, useState } from "react";
import { api, type ObjectSchema } from "@/api";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { Field } from "@/components/Field/Field";
import { Select } from "@/components/Field/Select";
import { IconButton } from "@/components/IconButton/IconButton";
import { toast } from "@/components/Toaster/toasts";
import { type FieldSpec, fieldsOf, fieldType } from "@/fields";
import { isEmpty } from "@/fields/value";
import { counted } from "@/lib/plural";
import { t } from "@/messages";
import { identityAtom, useAtomValue } from "@/store";
import { sayRefusal } from "../commands";
import type { Where } from "../list/filters/savedFilter";
import { words } from "../messages";
import { pluralOf } from "../objects";
import { EditedField } from "../record/FieldRow";

interface BulkEditSheetProps {
  schema: ObjectSchema;
  /** The selected records. */
  ids: readonly string[];
  /** The whole list; undefined where its records can't be named by a filter. */
  all: { where: Where | undefined; total: number | undefined } | undefined;
  onStarted: () => void;
  onClose: () => void;
}

interface Setting {
  value: unknown;
  problem: string | undefined;
}

const numbers = new Intl.NumberFormat("en-US");
const massRight = "mass_update";

/** Fields that many records may have alike. */
const settable = (schema: ObjectSchema): FieldSpec[] =>
  fieldsOf(schema).filter(
    ({ isEditable, isSystem, kind, property }) =>
      isEditable && !isSystem && property.unique !== true && !fieldType(kind).isSecret,
  );

/** Sets fields of the selected records, or of all that the list's filter finds, in a job. */
export function BulkEditSheet({ schema, ids, all, onStarted, onClose }: BulkEditSheetProps) {
  const [settings, setSettings] = useState<Readonly<Record<string, Setting>>>({});
  const [isAll, setAll] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isTried, setTried] = useState(false);
  const identity = useAtomValue(identityAtom);
  const [adding, scope] = [useId(), useId()];
  const fields = settable(schema);
  const chosen = fields.filter(({ name }) => name in settings);
  const mayAll = all !== undefined && identity?.system.includes(massRight) === true;
  const isFiltered = (all?.where?.rows ?? []).length > 0;
  const total = all?.total === undefined ? undefined : numbers.format(all.total);
  const plural = pluralOf(schema).toLowerCase();
  const one = schema.title.toLowerCase();
  const count =
    isAll && mayAll
      ? all?.total === undefined
        ? words.allOthers(isFiltered).toLowerCase()
        : counted(all.total, one, plural)
      : counted(ids.length, one, plural);

  const problemOf = (field: FieldSpec): string | undefined => {
    const setting = settings[field.name];
    return (
      setting?.problem ??
      (field.isRequired && isEmpty(setting?.value) ? words.required(field.title) : undefined)
    );
  };
  const put = (name: string, setting: Setting) => setSettings((had) => ({ ...had, [name]: setting }));
  const submit = async () => {
    setTried(true);
    if (chosen.length === 0 || chosen.some((field) => problemOf(field) !== undefined)) {
      return;
    }
    setBusy(true);
    try {
      await api.post(`/v1/mass/${schema.api_name}`, {
        set: Object.fromEntries(chosen.map(({ name }) => [name, settings[name]?.value ?? null])),
        ...(isAll && all
          ? { filter: all.where?.rows ?? [], comparison: all.where?.isAny ? "OR" : "AND" }
          : { ids: [...ids] }),
      });
      toast.info(words.changing(count));
      onStarted();
    } catch (error) {
      sayRefusal(error, words.massError);
      setBusy(false);
    }
  };
  return (
    <Dialog
      isSheet
      title={words.editMany(pluralOf(schema))}
      onClose={onClose}
      onSubmit={() => void submit()}
      isDirty={chosen.length > 0}
      footer={
        <>
          <span className="flex-1" />
          <Button onClick={onClose}>{t.frame.cancel}</Button>
          <Button type="submit" tone="primary" isBusy={isBusy} disabled={chosen.length === 0}>
            {words.applyTo(count)}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p className="text-n11">{words.editLead(schema.track_history !== false)}</p>
        {mayAll ? (
          <Field label={words.whichRecords} htmlFor={scope}>
            <Select
              id={scope}
              value={isAll ? "all" : "selected"}
              onChange={(event) => setAll(event.target.value === "all")}
            >
              <option value="selected">{words.theSelected(numbers.format(ids.length))}</option>
              <option value="all">
                {total === undefined ? words.allOthers(isFiltered) : words.allListed(total, isFiltered)}
              </option>
            </Select>
          </Field>
        ) : null}
        {chosen.map((field) => (
          <div key={field.name} className="flex items-start gap-1.5">
            <div className="min-w-0 flex-1">
              <EditedField
                field={field}
                value={settings[field.name]?.value}
                revision={0}
                problem={isTried ? problemOf(field) : settings[field.name]?.problem}
                onChange={(value, problem) => put(field.name, { value, problem })}
                onTouch={() => undefined}
                onTakeTheirs={() => undefined}
              />
            </div>
            <IconButton
              label={words.withoutField(field.title)}
              icon={<X className="size-4" />}
              className="mt-6"
              onClick={() =>
                setSettings((had) =>
                  Object.fromEntries(Object.entries(had).filter(([name]) => name !== field.name)),
                )
              }
            />
          </div>
        ))}
        <Field
          label={words.addField}
          htmlFor={adding}
          hint={chosen.length === 0 ? words.noFieldYet : undefined}
        >
          <Select
            id={adding}
            value=""
            onChange={(event) => put(event.target.value, { value: undefined, problem: undefined })}
          >
            <option value="">{words.chooseColumn}</option>
            {fields
              .filter(({ name }) => !(name in settings))
              .map(({ name, title }) => (
                <option key={name} value={name}>
                  {title}
                </option>
              ))}
          </Select>
        </Field>
      </div>
    </Dialog>
  );
}
