import { useEffect, useMemo } from "react";
import type { Filter } from "@/api";
import { type ListRequest, useListPage } from "../list/useListPage";
import type { LiveList } from "../live/liveList";

/** More of a column than the beginning of the list has. */
export interface Part {
  list: LiveList | undefined;
  isTurning: boolean;
}

interface ColumnPartProps {
  request: Omit<ListRequest, "page" | "size" | "within">;
  /** The field of the columns, and what the records of this one hold; "" for nothing. */
  field: string;
  column: string;
  size: number;
  onPart: (column: string, part: Part | undefined) => void;
}

/** Reads more of one column, and keeps it true. It shows nothing by itself. */
export function ColumnPart({ request, field, column, size, onPart }: ColumnPartProps) {
  const within = useMemo(
    (): Filter => (column === "" ? { field, operator: "IS NULL" } : { field, operator: "=", value: column }),
    [field, column],
  );
  const { list, isTurning } = useListPage({ ...request, page: 1, size, within });
  useEffect(() => onPart(column, { list, isTurning }), [column, list, isTurning, onPart]);
  useEffect(() => () => onPart(column, undefined), [column, onPart]);
  return null;
}
