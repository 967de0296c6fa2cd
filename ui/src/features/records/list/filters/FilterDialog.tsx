import { Plus } from "lucide-react";
import { useId, useState } from "react";
import { createRecord, detailOf, type Filter, type ObjectSchema, patchRecord, type WireRecord } from "@/api";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { errorId, Field, inputClass } from "@/components/Field/Field";
import { Select } from "@/components/Field/Select";
import { toast } from "@/components/Toaster/toasts";
import { fieldsOf } from "@/fields";
import { isEmpty } from "@/fields/value";
import { pluralOf } from "../../objects";
import { FilterRow, rowOf } from "./FilterRow";
import { words } from "./messages";
import { isFilterable, takesValue } from "./operators";
import { isBlank, QueryField } from "./QueryField";
import { kept, object, type SavedFilter, type Visibility, visibilities } from "./savedFilter";

interface FilterDialogProps {
  schema: ObjectSchema;
  /** The one that is changed; of a new one, the one that it begins as a copy of. */
  filter: SavedFilter | undefined;
  isNew: boolean;
  onSaved: (id: string) => void;
  onClose: () => void;
}

interface Line {
  key: number;
  row: Filter;
}

const titleOf = (schema: ObjectSchema, filter: SavedFilter | undefined, isNew: boolean) => {
  if (!isNew) {
    return words.editTitle;
  }
  return filter ? words.copyTitle : words.newTitle(pluralOf(schema));
};

const isMissing = ({ operator, value }: Filter) => takesValue(operator) && isEmpty(value);

/** Says by what a list is narrowed, what that is called, and who may use it. */
export function FilterDialog({ schema, filter, isNew, onSaved, onClose }: FilterDialogProps) {
  const [fields] = useState(() => fieldsOf(schema).filter(isFilterable));
  const first = fields[0];
  const [name, setName] = useState(isNew ? "" : (filter?.name ?? ""));
  const [shownTo, setShownTo] = useState<Visibility>(isNew ? "private" : (filter?.visibility ?? "private"));
  const [isAny, setAny] = useState(filter?.isAny ?? false);
  const [lines, setLines] = useState<readonly Line[]>(() =>
    (filter?.rows ?? (first ? [rowOf(first)] : [])).map((row, key) => ({ key, row })),
  );
  const [query, setQuery] = useState(filter?.query);
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const id = useId();
  const isNameless = name.trim() === "";

  const save = async () => {
    setTried(true);
    const rows = lines.map(({ row }) => row);
    if (isNameless || rows.some(isMissing) || isBlank(query)) {
      return;
    }
    setBusy(true);
    const record = {
      name: name.trim(),
      visibility: shownTo,
      ...kept({ rows, isAny }, isNew ? undefined : filter?.record.settings),
      ...(query === undefined ? {} : { query }),
    };
    try {
      const saved =
        isNew || !filter
          ? await createRecord<WireRecord>(object, { ...record, object: schema.api_name })
          : await patchRecord<WireRecord>(object, { ...record, id: filter.id });
      toast.success(words.saved);
      onSaved(saved.id);
    } catch (error) {
      setBusy(false);
      toast.error(words.saveError(detailOf(error)));
    }
  };

  return (
    <Dialog
      title={titleOf(schema, filter, isNew)}
      onClose={onClose}
      onSubmit={save}
      className="max-w-2xl"
      footer={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button type="submit" tone="primary" isBusy={isBusy}>
            {words.save}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <div className="grid grid-cols-[minmax(0,1fr)_12rem] gap-3 max-sm:grid-cols-1">
          <Field
            label={words.name}
            htmlFor={`${id}-name`}
            isRequired
            error={isTried && isNameless ? words.nameMissing : undefined}
          >
            <input
              id={`${id}-name`}
              type="text"
              maxLength={255}
              value={name}
              aria-invalid={isTried && isNameless}
              aria-describedby={errorId(`${id}-name`)}
              onChange={({ target }) => setName(target.value)}
              className={inputClass}
            />
          </Field>
          <Field label={words.shownTo} htmlFor={`${id}-shown`}>
            <Select
              id={`${id}-shown`}
              value={shownTo}
              onChange={({ target }) => setShownTo(target.value as Visibility)}
            >
              {visibilities.map((one) => (
                <option key={one} value={one}>
                  {words.visibility[one]}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        {query === undefined ? (
          <>
            <div className="flex items-center gap-2">
              <label htmlFor={`${id}-match`} className="font-medium text-meta text-n11">
                {words.match}
              </label>
              <Select
                id={`${id}-match`}
                value={isAny ? "any" : "all"}
                onChange={({ target }) => setAny(target.value === "any")}
              >
                <option value="all">{words.matchAll}</option>
                <option value="any">{words.matchAny}</option>
              </Select>
            </div>
            <ul className="grid gap-2">
              {lines.map(({ key, row }, at) => (
                <FilterRow
                  key={key}
                  at={at + 1}
                  row={row}
                  fields={fields}
                  isMissing={isTried && isMissing(row)}
                  onChange={(next) =>
                    setLines(lines.map((line) => (line.key === key ? { key, row: next } : line)))
                  }
                  onRemove={() => setLines(lines.filter((line) => line.key !== key))}
                />
              ))}
            </ul>
            {isTried && lines.some(({ row }) => isMissing(row)) ? (
              <p role="alert" className="text-danger text-meta">
                {words.valueMissing}
              </p>
            ) : null}
            {first && lines.length < mostRows ? (
              <Button
                size="small"
                tone="ghost"
                icon={<Plus className="size-3.5" />}
                className="justify-self-start"
                onClick={() =>
                  setLines([
                    ...lines,
                    { key: Math.max(-1, ...lines.map((line) => line.key)) + 1, row: rowOf(first) },
                  ])
                }
              >
                {words.addRow}
              </Button>
            ) : null}
          </>
        ) : (
          <QueryField id={`${id}-query`} query={query} isTried={isTried} onQuery={setQuery} />
        )}
      </div>
    </Dialog>
  );
}

/** As many as the server takes. */
const mostRows = 30;
