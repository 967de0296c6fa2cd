import { ArrowLeft, Copy, Ellipsis, Eraser, History, Pencil, Plus, RotateCw, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import type { ObjectSchema, Rights, WireRecord } from "@/api";
import { Avatar } from "@/components/Avatar/Avatar";
import { Button } from "@/components/Button/Button";
import { IconButton } from "@/components/IconButton/IconButton";
import { Kbd } from "@/components/Kbd/Kbd";
import { Menu, type MenuItem } from "@/components/Menu/Menu";
import { type ObjectFacts, shownAs } from "@/feature";
import { fieldsOf, fieldType } from "@/fields";
import { isolate } from "@/lib/isolate";
import { useAsTitle } from "@/lib/openTitle";
import { t } from "@/messages";
import { words } from "../messages";
import { NoteButton } from "./NoteButton";

interface RecordHeaderProps {
  title: string;
  lead?: ReactNode;
  face?: ReactNode;
  children: ReactNode;
  /** The title is a record's name. */
  isRecord?: boolean;
  onBack: () => void;
}

/** The top of a record's page: where one came from, what this is, what can be done. */
export function RecordHeader({ title, lead, face, children, isRecord, onBack }: RecordHeaderProps) {
  const heading = useAsTitle(isRecord);
  return (
    <header className="flex min-h-16 shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b bg-surface px-5 py-2.5 max-sm:px-4">
      <IconButton
        label={words.backToList}
        icon={<ArrowLeft className="size-4" />}
        onClick={onBack}
        className="-ml-2"
      />
      {face}
      <div className="min-w-0 flex-1">
        <h1 ref={heading} dir="auto" className="truncate text-left font-semibold text-lg">
          {title}
        </h1>
        {lead ? <p className="truncate text-meta text-n11">{lead}</p> : null}
      </div>
      <div className="flex shrink-0 items-center gap-1.5">{children}</div>
    </header>
  );
}

/** The few words under a name by which people know whom they look at. */
export function leadOf(schema: ObjectSchema, record: WireRecord, facts: readonly ObjectFacts[]): string {
  const fields = fieldsOf(schema);
  const words = facts
    .flatMap((one) => one.lead ?? [])
    .flatMap((name) => {
      const field = fields.find((one) => one.name === name);
      return field ? [fieldType(field.kind).text(shownAs(facts, name, record), field)] : [];
    });
  return [schema.title, ...words.filter(Boolean)].map(isolate).join(" · ");
}

export const faceOf = (facts: readonly ObjectFacts[], title: string): ReactNode =>
  facts.some((one) => one.hasFace) ? <Avatar name={title} size="large" /> : null;

interface ViewActionsProps {
  about: { object: string; id: string };
  rights: Rights;
  isRefreshing: boolean;
  /** Its fields are changed where they stand, so that the whole form is the rarer way. */
  isEditedInPlace: boolean;
  onRefresh: () => void;
  onNew: () => void;
  onClone: () => void;
  onEdit: () => void;
  /** What features add to the menu of any record. */
  tools: readonly MenuItem[];
  hasHistory: boolean;
  onHistory: () => void;
  onDelete: () => void;
  /** Of a person, for those who may erase one. */
  onErase?: (() => void) | false;
}

/** What can be done with a record, as far as the reader's rights allow it; what is rarer is in a menu. */
export function ViewActions(props: ViewActionsProps) {
  const { rights, isEditedInPlace } = props;
  const edit = { key: "edit", label: words.edit, icon: <Pencil />, onSelect: props.onEdit };
  const more: MenuItem[] = [
    ...(rights.update && isEditedInPlace ? [{ ...edit, keys: <Kbd keys="alt+mod+e" /> }] : []),
    ...(rights.create
      ? [
          {
            key: "new",
            label: words.newRecord,
            icon: <Plus />,
            keys: <Kbd keys="alt+mod+n" />,
            onSelect: props.onNew,
          },
          { key: "clone", label: words.clone, icon: <Copy />, onSelect: props.onClone },
        ]
      : []),
    ...(props.hasHistory
      ? [{ key: "history", label: words.history, icon: <History />, onSelect: props.onHistory }]
      : []),
    ...props.tools,
    ...(rights.delete
      ? [
          {
            key: "delete",
            label: words.remove,
            icon: <Trash2 />,
            keys: <Kbd keys="alt+mod+d" />,
            onSelect: props.onDelete,
          },
        ]
      : []),
    ...(props.onErase
      ? [{ key: "erase", label: words.erase, icon: <Eraser />, onSelect: props.onErase }]
      : []),
  ];
  return (
    <>
      {isEditedInPlace && props.hasHistory ? <NoteButton {...props.about} /> : null}
      <IconButton
        label={words.refresh}
        icon={<RotateCw className="size-4" />}
        disabled={props.isRefreshing}
        className="max-sm:hidden"
        onClick={props.onRefresh}
      />
      {rights.update && !isEditedInPlace ? (
        <Button
          tone="primary"
          icon={<Pencil className="size-4" />}
          keys="alt+mod+e"
          tip={words.edit}
          onClick={props.onEdit}
        >
          {words.edit}
        </Button>
      ) : null}
      {more.length > 0 ? (
        <Menu
          label={words.more}
          sections={[{ items: more }]}
          isIcon
          trigger={<Ellipsis className="size-4" />}
          triggerClassName="inline-flex size-8 shrink-0 items-center justify-center rounded text-n11 transition-colors duration-120 hover:bg-n4 hover:text-n12 aria-expanded:bg-n4"
        />
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
      <Button type="submit" form={form} tone="primary" keys="alt+mod+c" tip={words.edits} isBusy={isSaving}>
        {t.frame.save}
      </Button>
    </>
  );
}
