import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { api, type WireRecord } from "@/api";
import { writeJson } from "@/lib/exact";
import type { Where } from "../list/filters/savedFilter";
import { listen } from "../live/openLists";
import { useReread } from "../live/useFreshness";
import {
  adjusted,
  type BoardAnswer,
  type Counted,
  countedAs,
  fromServer,
  type Tallies,
  tallied,
} from "./counts";
import type { Board } from "./settings";

interface CountsRequest {
  object: string;
  board: Board;
  search: string;
  where: Where | undefined;
  cards: readonly WireRecord[];
  /** New records, which no count had yet. */
  fresh: readonly string[];
  /** All records are on the board: nothing has to be asked. */
  isWhole: boolean;
  /** The server can't be asked: a query of its own says which records these are. */
  isUncountable: boolean;
  /** Which reading of the list is shown. */
  reading: number | undefined;
}

export interface BoardCounts {
  tallies: Tallies;
  /** Values that records hold which are on no card (yet). */
  columns: readonly unknown[];
  lanes: readonly unknown[];
  /** What is counted are the loaded cards alone. */
  isPartial: boolean;
}

const noValues: readonly unknown[] = [];

function boardPath({ object, board, search, where }: CountsRequest): string {
  const query = new URLSearchParams({ columns: board.columns.name });
  if (board.lanes) {
    query.set("swimlanes", board.lanes.name);
  }
  if (board.sum) {
    query.set("sums", board.sum.name);
  }
  if (search !== "") {
    query.set("search", search);
  }
  if (where && where.rows.length > 0) {
    query.set("filter", writeJson(where.rows));
    if (where.isAny) {
      query.set("comparison", "OR");
    }
  }
  return `/v1/object/${object}/board?${query}`;
}

/** How many records each place of a board has: by its cards where all are loaded, else asked once and kept true. */
export function useBoardCounts(request: CountsRequest): BoardCounts {
  const { object, board, search, where, cards, fresh, isWhole, isUncountable, reading } = request;
  const [isOutdated, setOutdated] = useState(false);
  const basis = useRef(new Map<string, Counted | undefined>());
  const asked = useRef<unknown>(undefined);
  const names = [board.columns.name, board.lanes?.name ?? "", board.sum?.name ?? ""];
  const query = useQuery({
    queryKey: ["board", object, ...names, search, where, reading],
    enabled: !isWhole && !isUncountable && reading !== undefined,
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { data } = await api.get<BoardAnswer>(boardPath(request), signal);
      return { ...fromServer(data, board.sum?.name), names: names.join() };
    },
  });
  const { data, refetch } = query;
  // Another field's counts would be put in the wrong places.
  const answer = data?.names === names.join() ? data : undefined;

  // What the answer counted are the cards as they stand when it comes; one that is loaded later was counted too.
  const isNew = answer !== asked.current;
  if (isNew) {
    asked.current = answer;
    basis.current = new Map();
  }
  const made = new Set(isNew ? [] : fresh);
  for (const card of cards) {
    if (!basis.current.has(card.id)) {
      basis.current.set(card.id, made.has(card.id) ? undefined : countedAs(card, board));
    }
  }

  const touching = names.join();
  useEffect(
    () =>
      listen(object, (_, change, applied) => {
        const isUnseen = applied === "unknown" && change.op !== "created";
        const isTouched = touching.split(",").some((name) => name in (change.fields ?? {}));
        if (change.op === "bulk" || (isUnseen && (isTouched || change.op === "removed"))) {
          setOutdated(true);
        }
      }),
    [object, touching],
  );
  const recount = useCallback(() => {
    setOutdated(false);
    void refetch();
  }, [refetch]);
  useReread(isOutdated && !isWhole && !isUncountable, recount);

  return useMemo(() => {
    const isPartial = !isWhole && (isUncountable || query.isError || answer === undefined);
    return {
      tallies:
        isWhole || !answer ? tallied(cards, board) : adjusted(answer.tallies, basis.current, cards, board),
      columns: (isWhole ? undefined : answer?.columns) ?? noValues,
      lanes: (isWhole ? undefined : answer?.lanes) ?? noValues,
      isPartial,
    };
  }, [isWhole, isUncountable, query.isError, answer, cards, board]);
}
