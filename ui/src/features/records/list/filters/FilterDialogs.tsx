import { deleteRecords, detailOf, type ObjectSchema } from "@/api";
import { ConfirmDialog } from "@/components/ConfirmDialog/ConfirmDialog";
import { toast } from "@/components/Toaster/toasts";
import type { Column } from "../columns";
import { FilterDialog } from "./FilterDialog";
import type { Asked } from "./FilterMenu";
import { words } from "./messages";
import { object, type SavedFilter } from "./savedFilter";

interface FilterDialogsProps {
  schema: ObjectSchema;
  asked: Asked;
  current: SavedFilter | undefined;
  columns: readonly Column[] | undefined;
  shownAs: Readonly<Record<string, unknown>>;
  onChoose: (id: string | undefined) => void;
  onClose: () => void;
}

/** What is asked before a filter is made, changed or deleted. */
export function FilterDialogs(props: FilterDialogsProps) {
  const { schema, asked, current, columns, shownAs, onChoose, onClose } = props;
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
  return (
    <FilterDialog
      schema={schema}
      filter={asked === "new" ? undefined : current}
      isNew={asked !== "edit"}
      columns={columns}
      shownAs={shownAs}
      onClose={onClose}
      onSaved={(id) => {
        onChoose(id);
        onClose();
      }}
    />
  );
}
