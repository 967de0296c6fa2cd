import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ObjectSchema } from "@/api";
import { type FeedFilter, type News, readFeed } from "@/api/feed";
import { fieldsOf } from "@/fields";
import { useStillOrder } from "@/lib/useStillOrder";
import { useTopic } from "@/realtime";
import { schemasAtom, sessionAtom, useAtomValue } from "@/store";
import { heardAtom, keyOf, threadOf, wanted, withHeard } from "./news";

export interface Shown {
  news: News;
  schema: ObjectSchema | undefined;
  /** The names of the fields that were changed. */
  titles: readonly string[];
}

/** What is told of a change: bookkeeping is nothing, nor is what becomes of a message. */
function shownOf(news: News, schemas: readonly ObjectSchema[] | undefined): Shown[] {
  const schema = schemas?.find((one) => one.api_name === news.object);
  const titles = schema
    ? fieldsOf(schema).flatMap(({ name, title, isSystem }) =>
        !isSystem && news.fields?.includes(name) ? title : [],
      )
    : [];
  const isTold = news.op === "created" || (titles.length > 0 && !threadOf[news.object]);
  return isTold ? [{ news, schema, titles }] : [];
}

/** What changed: read a page at a time, then kept true by what is announced. */
export function useFeed(filter: FeedFilter) {
  const { epoch, phase } = useTopic("feed");
  const schemas = useAtomValue(schemasAtom);
  const all = useAtomValue(heardAtom);
  const me = useAtomValue(sessionAtom)?.userId;
  const { object, own } = filter;
  const heard = useMemo(() => wanted(all, { object, own }, me), [all, object, own, me]);
  const query = useInfiniteQuery({
    queryKey: ["feed", epoch, object, own],
    enabled: epoch > 0 || phase === "failed",
    staleTime: 0,
    placeholderData: keepPreviousData,
    initialPageParam: undefined as number | undefined,
    // While another filter's changes are read, those before stand there in their own order.
    queryFn: async ({ pageParam, signal }) => ({
      ...(await readFeed({ object, own }, pageParam, signal)),
      view: `${object} ${own}`,
    }),
    getNextPageParam: (page) => page.next,
  });
  const [first, ...later] = query.data?.pages ?? [];
  const newest = useMemo(
    () => (first ? withHeard(first, heard) : []).flatMap((news) => shownOf(news, schemas)),
    [first, heard, schemas],
  );
  const older = later
    .flatMap(({ items }) => items)
    .filter(({ object, record, number }) => number > (heard.gone[keyOf(object, record.id)] ?? 0))
    .flatMap((news) => shownOf(news, schemas));
  const byNumber = new Map(newest.map((one) => [String(one.news.number), one]));
  const { ids, waiting, ask, hold } = useStillOrder({
    wanted: { ids: [...byNumber.keys()], news: {} },
    isThere: (id) => byNumber.has(id),
    isFilled: first !== undefined,
    view: first?.view ?? "",
  });
  return {
    shown: first && [...ids.flatMap((id) => byNumber.get(id) ?? []), ...older],
    waiting,
    ask,
    hold,
    query,
    /** The objects whose changes may be asked for. */
    objects: first?.objects ?? [],
  };
}
