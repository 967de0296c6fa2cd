import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { listRecords, type Reference, type WireRecord } from "@/api";
import { useNameField } from "@/store";

const debounce = 400;
const atFirst = 20;
const onSearch = 50;

/** What was typed, once the person paused. */
export function useDebounced(typed: string, delay = debounce): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), typed === "" ? 0 : delay);
    return () => clearTimeout(timer);
  }, [typed, delay]);
  return settled;
}

/** A record as what names it by id and name. */
export function refer(record: WireRecord, nameField: string): Reference {
  const name = record[nameField];
  return name ? { id: record.id, name: String(name) } : { id: record.id };
}

/** Has the records of an object read again when they are offered next, as where there is one more. */
export function useForget(object: string): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: ["lookup", object] });
}

/** Records to choose from: the first 20 by name, or up to 50 whose name holds what was typed. */
export function useLookup(object: string, typed: string, isOpen: boolean) {
  const search = useDebounced(typed.trim());
  const nameField = useNameField(object);
  const query = useQuery({
    queryKey: ["lookup", object, nameField, search],
    enabled: isOpen,
    staleTime: 30_000,
    queryFn: async ({ signal }) => {
      const page = await listRecords(
        object,
        search === ""
          ? { limit: atFirst, order: nameField }
          : {
              limit: onSearch,
              order: nameField,
              filter: [{ field: nameField, operator: "LIKE", value: search }],
            },
        signal,
      );
      return page.rows.map((row) => refer(row, nameField));
    },
  });
  return {
    options: query.data,
    error: query.error,
    isSearching: query.isFetching || search !== typed.trim(),
  };
}
