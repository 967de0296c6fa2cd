import { Link } from "@tanstack/react-router";
import { Pencil, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { WireRecord } from "@/api";
import { IconButton } from "@/components/IconButton/IconButton";
import { words } from "../messages";
import { rightsIn } from "../rowRights";
import type { RowSetting } from "./Row";

/** True from when the pointer or the focus comes to the row around the element on. */
function useNear() {
  const [isNear, setNear] = useState(false);
  const ref = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const row = ref.current?.closest("tr");
    if (!row || isNear) {
      return;
    }
    const come = () => setNear(true);
    // A row that appears under a resting pointer is never entered.
    const at = requestAnimationFrame(() => row.matches(":hover, :focus-within") && come());
    row.addEventListener("pointerenter", come);
    row.addEventListener("focusin", come);
    return () => {
      cancelAnimationFrame(at);
      row.removeEventListener("pointerenter", come);
      row.removeEventListener("focusin", come);
    };
  }, [isNear]);
  return { ref, isNear };
}

interface RowActionsProps {
  record: WireRecord;
  setting: RowSetting;
}

/** What can be done with a row. It is drawn when somebody comes near: it would be half of what a table draws. */
export function RowActions({ record, setting }: RowActionsProps) {
  const { ref, isNear } = useNear();
  const may = rightsIn(
    { create: false, read: true, update: setting.canEdit, delete: setting.canDelete },
    record,
  );
  return (
    <span
      ref={ref}
      className="absolute inset-y-0.5 right-3 z-1 flex items-center rounded border bg-surface px-0.5 opacity-0 shadow-small transition-opacity duration-120 empty:hidden focus-within:opacity-100 group-hover:opacity-100 max-sm:hidden"
    >
      {isNear && may.update ? (
        <Link
          to="/view/$object/record/$id/standard"
          params={{ object: setting.object, id: record.id }}
          search={{ edit: true }}
          aria-label={`${words.edit} ${String(record[setting.nameField] ?? "")}`}
          data-tip={words.edit}
          className="inline-flex size-7 items-center justify-center rounded-sm text-n11 hover:bg-n4 hover:text-n12"
        >
          <Pencil aria-hidden className="size-3.5" />
        </Link>
      ) : null}
      {isNear && may.delete ? (
        <IconButton
          label={words.remove}
          icon={<Trash2 className="size-3.5" />}
          className="size-7"
          onClick={() => setting.onDelete(record)}
        />
      ) : null}
    </span>
  );
}
