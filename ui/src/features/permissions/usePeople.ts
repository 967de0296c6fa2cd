import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { ApiError, getRecord, type ListQuery, listRecords, type WireRecord } from "@/api";
import type { Option } from "@/components/TransferList/TransferList";
import { compareText } from "@/lib/compare";
import { useTopic } from "@/realtime";
import { keep, peek, useAtomValue, useRecords } from "@/store";
import { setsOf } from "./assigning";
import { words } from "./messages";
import { setsField, userObject } from "./objects";
import { movedPeopleAtom } from "./state";

/** How many people of each side are read; others are found by their names. */
const size = 100;

function usePage(key: readonly string[], query: Omit<ListQuery, "limit">) {
  return useQuery({
    queryKey: ["assigned", ...key],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const page = await listRecords(userObject, { limit: size, order: "name", ...query }, signal);
      keep(userObject, page.rows);
      return { ids: page.rows.map(({ id }) => id), hasNext: page.hasNext, total: page.total };
    },
  });
}

/** People who were given sets while the page is open, and whom no list had: read by themselves, once. */
function useMovedPeople(): ReadonlySet<string> {
  const moved = useAtomValue(movedPeopleAtom);
  useEffect(() => {
    for (const id of moved) {
      if (!peek(userObject, id)) {
        // Whoever may not be seen is not shown.
        getRecord(userObject, id).then(
          (record) => keep(userObject, [record]),
          () => undefined,
        );
      }
    }
  }, [moved]);
  return moved;
}

/** The people who have a set and those who have not, live; what one moved stands on its other side already. */
export function usePeople(set: string, moves: ReadonlyMap<string, boolean>) {
  const [search, setSearch] = useState("");
  useTopic(`object:${userObject}`);
  const holding = usePage(["holding", set], { filter: [{ field: setsField, operator: "=", value: set }] });
  const others = usePage(["others", search], { search });
  const moved = useMovedPeople();
  const ids = useMemo(
    () => [
      ...new Set([...(holding.data?.ids ?? []), ...(others.data?.ids ?? []), ...moved, ...moves.keys()]),
    ],
    [holding.data, others.data, moved, moves],
  );
  const records = useRecords(userObject, ids).filter(({ is_program: isProgram }) => isProgram !== true);

  const has = (record: WireRecord) => setsOf(record)?.includes(set) === true;
  const option = (record: WireRecord): Option => {
    const { email, is_active: isActive } = record as { email?: string; is_active?: boolean };
    return {
      id: record.id,
      label: String(record.name ?? ""),
      detail: isActive === false ? words.inactive : email,
      isMoved: moves.has(record.id) && moves.get(record.id) !== has(record),
    };
  };
  const isIn = (record: WireRecord) => moves.get(record.id) ?? has(record);
  const sorted = [...records].sort((left, right) =>
    compareText(String(left.name ?? ""), String(right.name ?? "")),
  );
  return {
    included: sorted.filter(isIn).map(option),
    excluded: sorted.filter((one) => !isIn(one)).map(option),
    /** Not all of them are here. */
    more: {
      included: (holding.data?.hasNext ?? false) ? size : undefined,
      excluded: (others.data?.hasNext ?? false) ? size : undefined,
    },
    isLoading: !(holding.data && others.data),
    error: holding.error ?? (others.data ? null : others.error),
    retry: () => {
      void holding.refetch();
      void others.refetch();
    },
    /** Whether one may know of everybody which sets he has: what one can't read one can't search by. */
    isKnown: !(holding.error instanceof ApiError && holding.error.status === 422),
    has: (id: string) => records.some((one) => one.id === id && has(one)),
    setSearch,
  };
}
