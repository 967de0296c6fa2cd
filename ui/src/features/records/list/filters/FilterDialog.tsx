import { useId, useState } from "react";
import { createRecord, detailOf, type ObjectSchema, patchRecord, type WireRecord } from "@/api";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { errorId, Field, inputClass } from "@/components/Field/Field";
import { Select } from "@/components/Field/Select";
import { toast } from "@/components/Toaster/toasts";
import { pluralOf } from "../../objects";
import type { Column } from "../columns";
import { asQuery } from "./asQuery";
import { rowOf } from "./FilterRow";
import { FilterRows, isMissing, type Line } from "./FilterRows";
import { words } from "./messages";
import { isFilterable } from "./operators";
import { isBlank, QueryField } from "./QueryField";
import { kept, object, type SavedFilter, type Visibility, visibilities } from "./savedFilter";
import { useFilterFields } from "./useFilterFields";

interface FilterDialogProps {
  schema: ObjectSchema;
  /** The one that is changed; of a new one, the one that it begins as a copy of. */
  filter: SavedFilter | undefined;
  isNew: boolean;
  /** What the list shows, where that was chosen. */
  columns: readonly Column[] | undefined;
  /** How its records are shown. */
  shownAs: Readonly<Record<string, unknown>>;
  onSaved: (id: string) => void;
  onClose: () => void;
}

const titleOf = (schema: ObjectSchema, filter: SavedFilter | undefined, isNew: boolean) => {
  if (!isNew) {
    return words.editTitle;
  }
  return filter ? words.copyTitle : words.newTitle(pluralOf(schema));
};

/** Says by what a list is narrowed, what that is called, and who may use it. */
export function FilterDialog(props: FilterDialogProps) {
  const { schema, filter, isNew, columns, shownAs, onSaved, onClose } = props;
  const all = useFilterFields(schema);
  const [fields] = useState(() => all.filter(isFilterable));
  const first = fields[0];
  const [name, setName] = useState(isNew ? "" : (filter?.name ?? ""));
  const [shownTo, setShownTo] = useState<Visibility>(isNew ? "private" : (filter?.visibility ?? "private"));
  const [isAny, setAny] = useState(filter?.isAny ?? false);
  const [lines, setLines] = useState<readonly Line[]>(() =>
    (filter?.rows ?? (first ? [rowOf(first)] : [])).map((row, key) => ({ key, row })),
  );
  const [query, setQuery] = useState(filter?.query);
  const [written, setWritten] = useState<string>();
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const id = useId();
  const isNameless = name.trim() === "";

  const rows = query === undefined ? lines.map(({ row }) => row) : [];
  const write = () => {
    setTried(true);
    if (!rows.some(isMissing)) {
      const text = asQuery(schema, { rows, isAny });
      setTried(false);
      setWritten(text);
      setQuery(text);
    }
  };
  const save = async () => {
    setTried(true);
    if (isNameless || rows.some(isMissing) || isBlank(query)) {
      return;
    }
    setBusy(true);
    const settings = filter?.record.settings as Record<string, unknown> | undefined;
    const record = {
      name: name.trim(),
      visibility: shownTo,
      ...kept({ rows, isAny, query }, { ...(isNew ? {} : settings), ...shownAs }, columns),
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
          <FilterRows
            id={id}
            fields={fields}
            lines={lines}
            isAny={isAny}
            isTried={isTried}
            onLines={setLines}
            onAny={setAny}
            onQuery={write}
          />
        ) : (
          <QueryField
            id={`${id}-query`}
            query={query}
            isTried={isTried}
            onQuery={setQuery}
            onBack={query === written ? () => setQuery(undefined) : undefined}
          />
        )}
      </div>
    </Dialog>
  );
}
