import { type Filter, listRecords } from "@/api";
import { keep } from "@/store";
import type { PageResult } from "../live/liveList";
import { sortText } from "../live/sorting";
import { askedRecords } from "./asked";
import { type ListRequest, pageSize } from "./useListPage";

export interface Fetched extends PageResult {
  pages: number;
  isEstimate: boolean;
}

/** What is read of a list in which nothing is. */
export const none: Fetched = { ids: [], total: 0, hasNext: false, pages: 1, isEstimate: false };

/**
 * Reads a page of a list, and as many more records as are asked for; or, with `from`, those behind so many. The order
 * of a query is its own: it is read by whole pages.
 */
export async function readPage(
  {
    object,
    page,
    sort,
    search,
    about,
    only,
    where,
    within,
    size = pageSize,
    counted,
    limit = size,
    from,
  }: Omit<ListRequest, "fields"> & { limit?: number; from?: number },
  signal: AbortSignal,
): Promise<Fetched> {
  const first = from ?? (page - 1) * size;
  // How many there are is known where they are not the first.
  const isMore = counted?.isMore === true || from !== undefined;
  const left = where?.offset ?? 0;
  const filter: Filter[] = [
    ...(about
      ? [
          {
            field: about.field,
            ...(about.subField ? { subField: about.subField } : {}),
            operator: "=" as const,
            value: about.id,
          },
        ]
      : []),
    ...(only
      ? [
          {
            field: only.field,
            operator: only.isNot ? ("NOT IN" as const) : ("IN" as const),
            value: [...only.values],
          },
        ]
      : []),
    ...(where?.rows ?? []),
    ...(within ? [within] : []),
  ];
  const answer =
    where?.query === undefined
      ? await listRecords(
          object,
          {
            limit,
            offset: first + left,
            order: sortText(sort),
            search,
            ...(filter.length > 0 ? { filter } : {}),
            ...(where?.isAny ? { isAny: true } : {}),
            ...(isMore ? { isUncounted: true } : {}),
          },
          signal,
        )
      : await askedRecords(object, { query: where.query, page: Math.ceil(first / size) + 1, size }, signal);
  keep(object, answer.rows);
  return {
    ids: answer.rows.map((row) => row.id),
    total: isMore && answer.hasNext ? Number.POSITIVE_INFINITY : Math.max(0, answer.total - left),
    hasNext: answer.hasNext,
    pages: answer.pages,
    isEstimate: answer.isEstimate,
  };
}
