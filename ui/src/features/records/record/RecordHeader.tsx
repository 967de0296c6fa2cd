import { ArrowLeft, Pencil, Plus, RotateCw, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import type { ObjectSchema, Rights, WireRecord } from "@/api";
import { Avatar } from "@/components/Avatar/Avatar";
import { Button } from "@/components/Button/Button";
import { IconButton } from "@/components/IconButton/IconButton";
import { fieldsOf, fieldType } from "@/fields";
import { t } from "@/messages";

interface RecordHeaderProps {
  title: string;
  lead?: ReactNode;
  face?: ReactNode;
  children: ReactNode;
  onBack: () => void;
}

/** The top of a record's page: where one came from, what this is, what can be done. */
export function RecordHeader({ title, lead, face, children, onBack }: RecordHeaderProps) {
  return (
    <header className="flex min-h-16 shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b bg-surface px-5 py-2.5 max-sm:px-4">
      <IconButton
        label={t.records.backToList}
        icon={<ArrowLeft className="size-4" />}
        onClick={onBack}
        className="-ml-2"
      />
      {face}
      <div className="min-w-0 flex-1">
        <h1 className="truncate font-semibold text-lg">{title}</h1>
        {lead ? <p className="truncate text-meta text-n11">{lead}</p> : null}
      </div>
      <div className="flex shrink-0 items-center gap-1.5">{children}</div>
    </header>
  );
}

const leads: Record<string, readonly string[]> = {
  contact: ["company", "phone", "email"],
  user: ["email", "extension", "phone"],
  call: ["status", "direction", "start_time"],
};

/** The few words under a name by which people know whom they look at. */
export function leadOf(schema: ObjectSchema, record: WireRecord): string {
  const fields = fieldsOf(schema);
  const words = (leads[schema.api_name] ?? []).flatMap((name) => {
    const field = fields.find((one) => one.name === name);
    return field ? [fieldType(field.kind).text(record[name], field)] : [];
  });
  return [schema.title, ...words.filter(Boolean)].join(" · ");
}

const withFaces = new Set(["contact", "user"]);

export const faceOf = (schema: ObjectSchema, title: string): ReactNode =>
  withFaces.has(schema.api_name) ? <Avatar name={title} size="large" /> : null;

interface ViewActionsProps {
  rights: Rights;
  isRefreshing: boolean;
  onRefresh: () => void;
  onNew: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

/** What can be done with a record, as far as the reader's rights go (decision 38). */
export function ViewActions({ rights, isRefreshing, onRefresh, onNew, onEdit, onDelete }: ViewActionsProps) {
  return (
    <>
      <IconButton
        label={t.records.refresh}
        icon={<RotateCw className="size-4" />}
        disabled={isRefreshing}
        onClick={onRefresh}
      />
      {rights.create ? (
        <Button icon={<Plus className="size-4" />} keys="alt+mod+n" tip={t.records.newRecord} onClick={onNew}>
          {t.records.newRecord}
        </Button>
      ) : null}
      {rights.delete ? (
        <Button
          icon={<Trash2 className="size-4" />}
          keys="alt+mod+d"
          tip={t.records.remove}
          onClick={onDelete}
        >
          {t.records.remove}
        </Button>
      ) : null}
      {rights.update ? (
        <Button
          tone="primary"
          icon={<Pencil className="size-4" />}
          keys="alt+mod+e"
          tip={t.records.edit}
          onClick={onEdit}
        >
          {t.records.edit}
        </Button>
      ) : null}
    </>
  );
}

interface EditActionsProps {
  form: string;
  isSaving: boolean;
  onCancel: () => void;
}

export function EditActions({ form, isSaving, onCancel }: EditActionsProps) {
  return (
    <>
      <Button disabled={isSaving} onClick={onCancel}>
        {t.frame.cancel}
      </Button>
      <Button
        type="submit"
        form={form}
        tone="primary"
        keys="alt+mod+c"
        tip={t.records.edits}
        isBusy={isSaving}
      >
        {t.frame.save}
      </Button>
    </>
  );
}
