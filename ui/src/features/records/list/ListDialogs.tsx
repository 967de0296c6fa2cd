import type { ObjectSchema, WireRecord } from "@/api";
import { ConfirmDialog } from "@/components/ConfirmDialog/ConfirmDialog";
import { part } from "@/feature";
import { fieldsOf } from "@/fields";
import { identityAtom, useAtomValue } from "@/store";
import { deleteListed } from "../commands";
import { words } from "../messages";
import { pluralOf } from "../objects";
import { columnsOf } from "./columns";
import { DeletedDialog } from "./DeletedDialog";
import type { Where } from "./filters/savedFilter";
import type { Applied } from "./grid/ApplyDialog";
import { words as gridWords } from "./grid/messages";
import type { GridDrafts } from "./grid/useDrafts";
import type { useColumns } from "./useColumns";
import { keepWidths, widthsIn } from "./widths";

const ColumnsSheet = part(() => import("./ColumnsSheet").then((file) => file.ColumnsSheet));
const NewRecordModal = part(() => import("../record/NewRecordModal").then((file) => file.NewRecordModal));
const ApplyDialog = part(() => import("./grid/ApplyDialog").then((file) => file.ApplyDialog));

/** What is asked before something happens to a list. */
export type ListDialog =
  | { kind: "columns" }
  | { kind: "new" }
  | { kind: "deleted" }
  | { kind: "delete"; ids: readonly string[]; name?: string }
  | { kind: "discard" }
  | { kind: "apply"; applied: Applied };

interface ListDialogsProps {
  schema: ObjectSchema;
  dialog: ListDialog | undefined;
  nameField: string;
  columns: ReturnType<typeof useColumns>;
  total: number | undefined;
  where: Where | undefined;
  drafts: GridDrafts;
  onColumns: (address: string | undefined) => void;
  onCreated: (record: WireRecord) => void;
  onReload: () => void;
  /** The ticked records were dealt with. */
  onDone: () => void;
  onDiscarded: () => void;
  onClose: () => void;
}

export function ListDialogs(props: ListDialogsProps) {
  const { schema, dialog, columns, onClose } = props;
  const widths = widthsIn(useAtomValue(identityAtom)?.user.settings, schema.api_name);
  switch (dialog?.kind) {
    case "columns":
      return (
        <ColumnsSheet
          fields={fieldsOf(schema)}
          nameField={props.nameField}
          shown={columns.shown.map(({ name }) => name)}
          usual={columnsOf(schema).map(({ name }) => name)}
          widths={widths}
          onApply={(names, changed) => {
            onClose();
            if (Object.keys(changed).length > 0) {
              keepWidths(schema.api_name, changed);
            }
            props.onColumns(columns.address(names));
          }}
          onClose={onClose}
        />
      );
    case "new":
      return <NewRecordModal schema={schema} onCreated={props.onCreated} onClose={onClose} />;
    case "deleted":
      return (
        <DeletedDialog schema={schema} moment={props.total} onRestored={props.onReload} onClose={onClose} />
      );
    case "delete":
      return (
        <ConfirmDialog
          title={words.confirmTitle(dialog.ids.length === 1 ? schema.title : pluralOf(schema))}
          text={dialog.name === undefined ? words.confirmMany(dialog.ids.length) : words.confirm(dialog.name)}
          action={words.remove}
          onClose={onClose}
          onConfirm={async () => {
            await deleteListed(schema, dialog.ids);
            onClose();
            props.onDone();
          }}
        />
      );
    case "discard":
      return (
        <ConfirmDialog
          title={gridWords.discardTitle}
          text={gridWords.discardText(Math.max(1, props.drafts.count))}
          action={gridWords.discardTitle}
          onClose={onClose}
          onConfirm={() => {
            props.drafts.discard();
            onClose();
            props.onDiscarded();
            return Promise.resolve();
          }}
        />
      );
    case "apply":
      return (
        <ApplyDialog
          schema={schema}
          applied={dialog.applied}
          where={props.where}
          onStarted={() => {
            onClose();
            props.onDone();
          }}
          onClose={onClose}
        />
      );
    default:
      return null;
  }
}
