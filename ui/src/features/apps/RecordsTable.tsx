import { Link } from "@tanstack/react-router";
import { ChevronLeft, ChevronRight, Eye, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { deleteRecords, type WireRecord } from "@/api";
import { Button } from "@/components/Button/Button";
import { ConfirmDialog } from "@/components/ConfirmDialog/ConfirmDialog";
import { IconButton } from "@/components/IconButton/IconButton";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { Tick } from "@/components/Tick/Tick";
import { toast } from "@/components/Toaster/toasts";
import { FetchFailed } from "@/feature/FetchFailed";
import { type FieldSpec, fieldsOf, fieldType } from "@/fields";
import { identityAtom, nameFieldOf, rightsFor, useAtomValue, useSchema } from "@/store";
import { sayRefusal } from "./api";
import { words } from "./messages";
import { type CellEdit, useRows } from "./useRows";

interface RecordsTableProps {
  object: string;
  title: string;
  ids: readonly string[];
  onChanged: () => void;
}

const columnWidth = 150;

/** The columns of a table of an app's records: the name, and what the object's lists show. */
function useColumns(object: string): readonly FieldSpec[] {
  const schema = useSchema(object);
  if (!schema) {
    return [];
  }
  const fields = fieldsOf(schema);
  const shown = [...new Set([nameFieldOf(schema), ...(schema.columns ?? [])])];
  return shown.flatMap((name) => fields.find((field) => field.name === name && field.name !== "app") ?? []);
}

function Cell({
  field,
  record,
  edit,
  mayEdit,
  onEdit,
  onSave,
}: {
  field: FieldSpec;
  record: WireRecord;
  edit: CellEdit | undefined;
  mayEdit: boolean;
  onEdit: (edit: CellEdit | undefined) => void;
  onSave: () => void;
}) {
  const type = fieldType(field.kind);
  const value = (record as unknown as Record<string, unknown>)[field.name];
  const name = String(record.name ?? words.noValue);
  if (edit?.id === record.id && edit.field.name === field.name) {
    const id = `cell-${record.id}-${field.name}`;
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: its control takes the keys, and hands these two on
      <div
        onKeyDown={(event) => {
          if (event.key === "Escape") {
            event.preventDefault();
            onEdit(undefined);
          }
          if (event.key === "Enter" && !type.isTall && !event.defaultPrevented) {
            event.preventDefault();
            onSave();
          }
        }}
      >
        <label htmlFor={id} className="sr-only">
          {field.title}
        </label>
        <type.Edit
          id={id}
          field={field}
          value={edit.value}
          isInvalid={edit.problem !== undefined}
          describedBy={undefined}
          onBlur={() => undefined}
          onChange={(next, problem) => onEdit({ ...edit, value: next, problem })}
        />
      </div>
    );
  }
  return (
    <div className="group flex min-w-0 items-center gap-1">
      <span className="min-w-0 flex-1 truncate">
        <type.Cell field={field} value={value} />
      </span>
      {mayEdit && field.isEditable ? (
        <IconButton
          label={words.edit(field.title, name)}
          icon={<Pencil className="size-3.5" />}
          onClick={() => onEdit({ id: record.id, field, value, problem: undefined })}
          className="size-6 opacity-0 focus-visible:opacity-100 group-hover:opacity-100 [@media(hover:none)]:opacity-100"
        />
      ) : null}
    </div>
  );
}

/** The records of an app that are of one type: to see, to change where they stand, and to delete. */
export function RecordsTable({ object, title, ids, onChanged }: RecordsTableProps) {
  const identity = useAtomValue(identityAtom);
  const rights = rightsFor(identity, object);
  const columns = useColumns(object);
  const rows = useRows(object, ids);
  const [asked, setAsked] = useState<readonly string[]>();
  const shown = rows.records;
  const isAll = shown.length > 0 && shown.every(({ id }) => rows.selected.has(id));

  const remove = async (doomed: readonly string[]) => {
    try {
      await deleteRecords(object, doomed);
      toast.success(doomed.length === 1 ? words.deleted : words.deletedMany);
      rows.setSelected(new Set());
      onChanged();
    } catch (error) {
      sayRefusal(error, words.deleteError);
    }
    setAsked(undefined);
  };

  if (!rows.isLoaded || columns.length === 0) {
    return rows.error ? (
      <FetchFailed title={words.fetchError} error={rows.error} onRetry={rows.retry} />
    ) : (
      <SkeletonRows count={Math.min(ids.length, 4)} label={words.loading} />
    );
  }
  return (
    <div className="pb-4">
      <section aria-label={title} className="overflow-x-auto" tabIndex={-1}>
        <table
          className="w-full table-fixed border-y"
          style={{ minWidth: 40 + (columns.length + 1) * columnWidth }}
        >
          <thead className="bg-n2 text-left text-meta text-n11">
            <tr>
              <th className="w-10 px-3 py-2">
                <Tick
                  label={words.selectAll(title)}
                  isOn={isAll}
                  isPartly={rows.selected.size > 0 && !isAll}
                  onChange={() => rows.setSelected(new Set(isAll ? [] : shown.map(({ id }) => id)))}
                />
              </th>
              {columns.map((field) => (
                <th
                  key={field.name}
                  className="truncate px-2 py-2 font-medium"
                  style={{ width: field.property.width ?? columnWidth }}
                >
                  <span data-tip={field.help}>{field.title}</span>
                </th>
              ))}
              <th className="px-2 py-2 font-medium" style={{ width: columnWidth }}>
                {words.actions}
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((record) => {
              const name = String(record.name ?? words.noValue);
              return (
                <tr key={record.id} className="h-10 border-t hover:bg-n2">
                  <td className="px-3">
                    <Tick
                      label={words.select(name)}
                      isOn={rows.selected.has(record.id)}
                      onChange={() => rows.toggle(record.id)}
                    />
                  </td>
                  {columns.map((field) => (
                    <td key={field.name} className="px-2">
                      <Cell
                        field={field}
                        record={record}
                        edit={rows.edit}
                        mayEdit={rights.update}
                        onEdit={rows.setEdit}
                        onSave={() => void rows.save([record.id])}
                      />
                    </td>
                  ))}
                  <td className="px-2">
                    <span className="flex items-center gap-1">
                      <Link
                        to={`/view/${object}/record/${record.id}/standard` as string}
                        aria-label={words.view(name)}
                        data-tip={words.view(name)}
                        className="inline-flex size-7 items-center justify-center rounded text-n11 hover:bg-n4 hover:text-n12"
                      >
                        <Eye className="size-4" />
                      </Link>
                      {rights.delete ? (
                        <IconButton
                          label={words.remove(name)}
                          icon={<Trash2 className="size-4" />}
                          onClick={() => setAsked([record.id])}
                          className="size-7"
                        />
                      ) : null}
                    </span>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
      <div className="flex flex-wrap items-center gap-2 px-6 pt-3 @max-md:px-4">
        <span role="status" className="flex-1 text-meta text-n11">
          {rows.edit
            ? words.editing(rows.edit.field.title)
            : rows.selected.size > 0
              ? words.selected(rows.selected.size)
              : null}
        </span>
        {rows.edit ? (
          <>
            <Button size="small" onClick={() => rows.setEdit(undefined)}>
              {words.cancel}
            </Button>
            <Button
              size="small"
              disabled={rows.selected.size === 0}
              isBusy={rows.isSaving}
              onClick={() => void rows.save([...rows.selected])}
            >
              {words.applyToSelected}
            </Button>
            <Button size="small" isBusy={rows.isSaving} onClick={() => void rows.save(ids)}>
              {words.applyToAll}
            </Button>
            <Button
              size="small"
              tone="primary"
              isBusy={rows.isSaving}
              onClick={() => rows.edit && void rows.save([rows.edit.id])}
            >
              {words.save}
            </Button>
          </>
        ) : (
          <>
            {rows.selected.size > 0 && rights.delete ? (
              <Button size="small" tone="danger" onClick={() => setAsked([...rows.selected])}>
                {words.removeSelected}
              </Button>
            ) : null}
            <IconButton
              label={words.previous}
              icon={<ChevronLeft className="size-4" />}
              disabled={rows.page === 1}
              onClick={() => rows.setPage(rows.page - 1)}
            />
            <span className="text-meta tabular-nums">{words.page(rows.page, rows.pages)}</span>
            <IconButton
              label={words.next}
              icon={<ChevronRight className="size-4" />}
              disabled={rows.page === rows.pages}
              onClick={() => rows.setPage(rows.page + 1)}
            />
          </>
        )}
      </div>
      {asked ? (
        <ConfirmDialog
          title={words.removeTitle(asked.length)}
          text={words.removeText}
          action={words.yes}
          onConfirm={() => remove(asked)}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
    </div>
  );
}
