import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { countRelated, mostRelated } from "@/api/related";
import type { Counted } from "../list/useListPage";
import { useFreshnessOf } from "../live/useFreshnessOf";
import type { Relation } from "./relations";

const keyOf = ({ schema, field }: Relation) => `${schema.api_name}.${field}`;

/**
 * How many records stand in each relation to one, asked for at once: their lists are read by that, and keep true what
 * they show. `isKnown` is false before; where it can't be said, the lists count for themselves.
 */
export function useRelatedCounts(object: string, id: string, relations: readonly Relation[]) {
  const wanted = useMemo(() => relations.map(keyOf), [relations]);
  const topics = useMemo(
    () => [...new Set(relations.map(({ schema }) => `object:${schema.api_name}`))],
    [relations],
  );
  const fresh = useFreshnessOf(topics);
  const { data, isError } = useQuery({
    queryKey: ["related", object, id, wanted, fresh ?? 1],
    enabled: fresh !== undefined && wanted.length > 0,
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const counts = await countRelated(object, id, wanted, signal);
      const reading = Date.now();
      return new Map(
        Object.entries(counts).map(([key, count]): [string, Counted] => [
          key,
          { count, isMore: count >= mostRelated, reading },
        ]),
      );
    },
  });
  return { isKnown: data !== undefined || isError, countedOf: (one: Relation) => data?.get(keyOf(one)) };
}
