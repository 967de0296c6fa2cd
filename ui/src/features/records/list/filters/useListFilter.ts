import { useMemo, useState } from "react";
import type { Asked } from "./FilterMenu";
import { words } from "./messages";
import { usePinned } from "./pinning";
import type { SavedFilter, Where } from "./savedFilter";
import { useSavedFilters } from "./useSavedFilters";

/** What the filter of a list is called, saved or not. */
export const nameOf = ({ current, isUnsaved }: Pick<ListFilter, "current" | "isUnsaved">): string =>
  current === undefined ? words.unsaved : isUnsaved ? words.edited(current.name) : current.name;

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
  /** What narrows the list: what the address says without a saved filter, else the saved one. */
  where: Where | undefined;
  /** The conditions of the address differ from any saved filter. */
  isUnsaved: boolean;
  asked: Asked | undefined;
  setAsked: (asked: Asked | undefined) => void;
  /** What the address says for a choice. */
  address: (id: string | undefined) => string | undefined;
}

const plain = ({ rows, isAny, query, sort, limit, offset }: Where): Where => ({
  rows,
  isAny,
  query,
  sort,
  limit,
  offset,
});

/** By what the list of an object is narrowed: what the address says, else what one has pinned. */
export function useListFilter(
  object: string,
  named: string | undefined,
  unsaved: Where | undefined,
): ListFilter {
  const { filters } = useSavedFilters(object);
  const pinned = usePinned(object);
  const [asked, setAsked] = useState<Asked>();
  const wanted = named ?? pinned;
  const id = wanted === noFilter ? undefined : wanted;
  const current = id === undefined ? undefined : filters?.find((one) => one.id === id);
  const used = unsaved ?? current;
  const key = JSON.stringify(used && [used.rows, used.isAny, used.query, used.sort, used.limit, used.offset]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same where what it says is the same
  const where = useMemo(() => used && plain(used), [key]);
  return {
    filters: filters ?? [],
    current,
    pinned,
    isGone: named !== undefined && id !== undefined && filters !== undefined && current === undefined,
    isAwaited: unsaved === undefined && id !== undefined && filters === undefined,
    where,
    isUnsaved: unsaved !== undefined,
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
