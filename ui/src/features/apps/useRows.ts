import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, listRecords, type WireRecord } from "@/api";
import { toast } from "@/components/Toaster/toasts";
import type { FieldSpec } from "@/fields";
import { keep, useRecords } from "@/store";
import { sayRefusal } from "./api";
import { words } from "./messages";

const pageSize = 10;
const none: readonly string[] = [];

/** A cell as it is being changed. */
export interface CellEdit {
  id: string;
  field: FieldSpec;
  value: unknown;
  problem: string | undefined;
}

/** A page of records that are known by their ids, those that are ticked, and the cell that is being changed. */
export function useRows(object: string, ids: readonly string[]) {
  const [wanted, setPage] = useState(1);
  const [ticked, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [edit, setEdit] = useState<CellEdit>();
  const [isSaving, setSaving] = useState(false);
  const pages = Math.max(1, Math.ceil(ids.length / pageSize));
  const page = Math.min(wanted, pages);
  const onPage = ids.slice((page - 1) * pageSize, page * pageSize);
  const query = useQuery({
    queryKey: ["app records", object, ...onPage],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const found = await listRecords<WireRecord>(
        object,
        { limit: pageSize, order: "name", filter: [{ field: "id", operator: "IN", value: [...onPage] }] },
        signal,
      );
      keep(object, found.rows);
      return found.rows.map(({ id }) => id);
    },
  });
  const records = useRecords(object, query.data ?? none);
  // What is gone is ticked no more.
  const selected = new Set([...ticked].filter((id) => ids.includes(id)));

  const save = async (to: readonly string[]) => {
    if (!edit || to.length === 0) {
      return;
    }
    if (edit.problem !== undefined) {
      toast.warning(edit.problem);
      return;
    }
    setSaving(true);
    try {
      const { data } = await api.patch<WireRecord[]>(
        `/v1/object/${object}`,
        to.map((id) => ({ id, [edit.field.name]: edit.value ?? null })),
      );
      keep(object, data);
      toast.success(words.savedMany(to.length));
      setEdit(undefined);
    } catch (error) {
      sayRefusal(error, words.saveError);
    }
    setSaving(false);
  };
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) {
      next.add(id);
    }
    setSelected(next);
  };
  return {
    records,
    isLoaded: query.data !== undefined,
    error: query.error,
    retry: () => void query.refetch(),
    page,
    pages,
    setPage,
    selected,
    setSelected,
    toggle,
    edit,
    setEdit,
    isSaving,
    save,
  };
}
