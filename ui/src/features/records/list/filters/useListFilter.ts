import { useMemo, useState } from "react";
import type { Asked } from "./FilterMenu";
import { usePinned } from "./pinning";
import type { SavedFilter, Where } from "./savedFilter";
import { useSavedFilters } from "./useSavedFilters";

/** In an address: all records, though a filter is pinned. */
const noFilter = "all";

export interface ListFilter {
  filters: readonly SavedFilter[];
  current: SavedFilter | undefined;
  pinned: string | undefined;
  /** One was named that is not there. */
  isGone: boolean;
  /** Which one it is isn't known yet: the list waits for it. */
  isAwaited: boolean;
  where: Where | undefined;
  asked: Asked | undefined;
  setAsked: (asked: Asked | undefined) => void;
  /** What the address says for a choice. */
  address: (id: string | undefined) => string | undefined;
}

/** By what the list of an object is narrowed: what the address says, else what one has pinned. */
export function useListFilter(object: string, named: string | undefined): ListFilter {
  const { filters } = useSavedFilters(object);
  const pinned = usePinned(object);
  const [asked, setAsked] = useState<Asked>();
  const wanted = named ?? pinned;
  const id = wanted === noFilter ? undefined : wanted;
  const current = id === undefined ? undefined : filters?.find((one) => one.id === id);
  const key = JSON.stringify(current && [current.rows, current.isAny, current.query]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same where what it says is the same
  const where = useMemo(
    () => current && { rows: current.rows, isAny: current.isAny, query: current.query },
    [key],
  );
  return {
    filters: filters ?? [],
    current,
    pinned,
    isGone: named !== undefined && id !== undefined && filters !== undefined && current === undefined,
    isAwaited: id !== undefined && filters === undefined,
    where,
    asked,
    setAsked,
    address: (choice) => {
      if (choice === undefined) {
        return pinned === undefined ? undefined : noFilter;
      }
      return choice;
    },
  };
}
