import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { listRecords, type Reference, type WireRecord } from "@/api";

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

const refer = (record: WireRecord): Reference =>
  record.name ? { id: record.id, name: record.name } : { id: record.id };

/** Records to choose from: the first 20 by name, or up to 50 whose name holds what was typed. */
export function useLookup(object: string, typed: string, isOpen: boolean) {
  const search = useDebounced(typed.trim());
  const query = useQuery({
    queryKey: ["lookup", object, search],
    enabled: isOpen,
    staleTime: 30_000,
    queryFn: async ({ signal }) => {
      const page = await listRecords(
        object,
        search === ""
          ? { limit: atFirst, order: "name" }
          : { limit: onSearch, order: "name", filter: [{ field: "name", operator: "LIKE", value: search }] },
        signal,
      );
      return page.rows.map(refer);
    },
  });
  return {
    options: query.data,
    error: query.error,
    isSearching: query.isFetching || search !== typed.trim(),
  };
}
