import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { ObjectSchema, WireRecord } from "@/api";
import { readTimeline, type TimelinePage } from "@/api/timeline";
import { atom, entities, keep, store, transact, useAtomValue } from "@/store";
import { listen } from "../live/openLists";
import { useFreshnessOf } from "../live/useFreshnessOf";
import {
  type Happening,
  isAbout,
  names,
  reaches,
  readAnew,
  type TimelineList,
  withItem,
  withOlder,
  withoutItem,
} from "./happened";

const none: readonly Happening[] = [];
/** Many that move together are read together. */
const settling = 300;

/**
 * What happened with a record, or what of it records of one object tell: read a page at a time, then kept true by what
 * is announced.
 */
export function useTimeline(schema: ObjectSchema, id: string, only: string | undefined) {
  const object = schema.api_name;
  const happenings = useMemo(
    () => (schema.happenings ?? none).filter((one) => only === undefined || one.object === only),
    [schema, only],
  );
  const objects = useMemo(() => (only === undefined ? undefined : [only]), [only]);
  const wanted = useMemo(
    () =>
      [
        ...new Set(
          happenings.flatMap(({ object, thread }) => (thread === undefined ? [object] : [object, thread])),
        ),
      ].map((object) => `object:${object}`),
    [happenings],
  );
  const fresh = useFreshnessOf(wanted);
  const [listAtom] = useState(() => atom<TimelineList | undefined>(undefined));
  const list = useAtomValue(listAtom);
  /** The threads about the record, as far as they were heard of. */
  const threads = useRef(new Set<string>());
  const missed = useRef<{ object: string; id: string }[]>([]);
  const reread = useRef(() => undefined as unknown);
  const rereading = useRef<ReturnType<typeof setTimeout>>(undefined);

  const take = useCallback(
    (page: TimelinePage) => {
      for (const item of page.items) {
        keep(item.object, [item.record]);
        const part = happenings.find((one) => one.object === item.object)?.part;
        const thread = part && (item.record as Record<string, unknown>)[part];
        if (typeof thread === "object" && thread !== null && "id" in thread) {
          threads.current.add(String(thread.id));
        }
      }
    },
    [happenings],
  );

  /** What a record that was announced makes of the timeline. */
  const heard = useCallback(
    (had: TimelineList, from: string, record: WireRecord | undefined, recordId: string): TimelineList => {
      const happening = happenings.find((one) => one.object === from);
      const at = happening && (record as Record<string, unknown> | undefined)?.[happening.at];
      return happening && record && typeof at === "string" && isAbout(record, happening, id, threads.current)
        ? withItem(had, from, recordId, at)
        : withoutItem(had, from, recordId);
    },
    [happenings, id],
  );

  useLayoutEffect(() => {
    const ends = happenings.flatMap(({ object: from, thread, field }) => [
      listen(from, (tx, change) => {
        const entity = entities.read(tx.get, from, change.id);
        const record = entity && !entity.isRemoved ? entity.record : undefined;
        missed.current.push({ object: from, id: change.id });
        const had = tx.get(listAtom);
        if (had) {
          tx.set(listAtom, heard(had, from, record, change.id));
        }
        // Moved here from another record, by a merge for one: what it is must be read.
        if (!record && change.fields && names(change.fields as WireRecord, field, id)) {
          clearTimeout(rereading.current);
          rereading.current = setTimeout(() => reread.current(), settling);
        }
      }),
      ...(thread === undefined
        ? []
        : [
            listen(thread, (tx, change) => {
              const entity = entities.read(tx.get, thread, change.id);
              if (entity && names(entity.record, field, id)) {
                threads.current.add(change.id);
              }
            }),
          ]),
    ]);
    return () => {
      for (const end of ends) {
        end();
      }
      clearTimeout(rereading.current);
    };
  }, [happenings, heard, id, listAtom]);

  const query = useQuery({
    queryKey: ["timeline", object, id, only, fresh ?? 0],
    enabled: fresh !== undefined,
    staleTime: 0,
    queryFn: async ({ signal }) => {
      missed.current = [];
      const had = store.get(listAtom);
      const pages: [TimelinePage, ...TimelinePage[]] = [
        await readTimeline(object, id, undefined, signal, objects),
      ];
      while (!reaches(had, pages)) {
        pages.push(await readTimeline(object, id, pages.at(-1)?.next, signal, objects));
      }
      return pages;
    },
  });

  const { data, refetch } = query;
  useEffect(() => {
    reread.current = () => refetch();
  }, [refetch]);
  useLayoutEffect(() => {
    if (data === undefined) {
      return;
    }
    for (const page of data) {
      take(page);
    }
    transact((tx) => {
      // What came while the answer was on its way is laid over it.
      const now = missed.current.reduce(
        (had, change) => {
          const entity = entities.read(tx.get, change.object, change.id);
          return heard(
            had,
            change.object,
            entity && !entity.isRemoved ? entity.record : undefined,
            change.id,
          );
        },
        readAnew(tx.get(listAtom), data),
      );
      tx.set(listAtom, now);
    });
    missed.current = [];
  }, [data, heard, listAtom, take]);

  const loadOlder = useCallback(async () => {
    const had = store.get(listAtom);
    if (had?.next === undefined) {
      return;
    }
    const page = await readTimeline(object, id, had.next, undefined, objects);
    take(page);
    transact((tx) => {
      const now = tx.get(listAtom);
      if (now) {
        tx.set(listAtom, withOlder(now, page));
      }
    });
  }, [object, id, take, listAtom, objects]);

  return { list, error: query.error, retry: () => void query.refetch(), loadOlder };
}
