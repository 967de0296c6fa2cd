import { PencilLine } from "lucide-react";
import { useState } from "react";
import type { ObjectSchema } from "@/api";
import { Button } from "@/components/Button/Button";
import { part } from "@/feature";
import type { Where } from "../list/filters/savedFilter";
import { words } from "../messages";
import { useRights } from "../objects";

const BulkEditSheet = part(() => import("./BulkEditSheet").then((file) => file.BulkEditSheet));

interface BulkEditProps {
  schema: ObjectSchema;
  /** The selected records. */
  ids: ReadonlySet<string>;
  where: Where | undefined;
  /** The list shows what a search finds, which no filter can name. */
  isSearched: boolean;
  total: number | undefined;
  onStarted: () => void;
}

/** The button that changes fields of the selected records, or of the whole list. */
export function BulkEdit({ schema, ids, where, isSearched, total, onStarted }: BulkEditProps) {
  const [isOpen, setOpen] = useState(false);
  const rights = useRights(schema.api_name);
  if (!rights.update) {
    return null;
  }
  return (
    <>
      <Button size="small" icon={<PencilLine className="size-3.5" />} onClick={() => setOpen(true)}>
        {words.edit}
      </Button>
      {isOpen ? (
        <BulkEditSheet
          schema={schema}
          ids={[...ids]}
          all={isSearched || where?.query !== undefined ? undefined : { where, total }}
          onStarted={() => {
            setOpen(false);
            onStarted();
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
