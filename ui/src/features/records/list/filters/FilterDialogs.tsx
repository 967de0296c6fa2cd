import { deleteRecords, detailOf, type ObjectSchema } from "@/api";
import { ConfirmDialog } from "@/components/ConfirmDialog/ConfirmDialog";
import { toast } from "@/components/Toaster/toasts";
import { useRights } from "../../objects";
import type { Column } from "../columns";
import { FilterDialog, titleOf } from "./FilterDialog";
import type { Asked } from "./FilterMenu";
import { words } from "./messages";
import { object, type SavedFilter, type Where } from "./savedFilter";

interface FilterDialogsProps {
  schema: ObjectSchema;
  asked: Asked;
  current: SavedFilter | undefined;
  /** What narrows the list now. */
  where: Where | undefined;
  columns: readonly Column[] | undefined;
  shownAs: Readonly<Record<string, unknown>>;
  onChoose: (id: string | undefined) => void;
  onUse: (where: Where, columns: readonly string[]) => void;
  onClose: () => void;
}

/** What is asked before a filter is made, changed or deleted. */
export function FilterDialogs(props: FilterDialogsProps) {
  const { schema, asked, current, where, columns, shownAs, onChoose, onUse, onClose } = props;
  const rights = useRights(object);
  if (asked === "remove") {
    return current ? (
      <ConfirmDialog
        title={words.removeTitle}
        text={words.removeText(current.name)}
        action={words.removeTitle}
        onClose={onClose}
        onConfirm={async () => {
          try {
            await deleteRecords(object, [current.id]);
            toast.success(words.removed);
            onChoose(undefined);
          } catch (error) {
            toast.error(words.removeError(detailOf(error)));
          }
          onClose();
        }}
      />
    ) : null;
  }
  const edited = asked === "edit" ? current : undefined;
  return (
    <FilterDialog
      schema={schema}
      filter={edited}
      start={asked === "new" ? undefined : where}
      title={titleOf(schema, edited, asked === "copy")}
      maySave={edited ? rights.update : rights.create}
      columns={columns}
      shownAs={shownAs}
      onClose={onClose}
      onUse={(next, fields) => {
        onUse(next, fields);
        onClose();
      }}
      onSaved={(id) => {
        onChoose(id);
        onClose();
      }}
    />
  );
}
