import { useCallback, useEffect, useRef, useState } from "react";
import { type PrimitiveAtom, store, transact } from "@/store";
import type { LiveList } from "../live/liveList";
import { readPage } from "./readPage";
import type { ListRequest } from "./useListPage";

/** How many records are read when a list is scrolled to its end: twice as many each time. */
const [least, most] = [100, 1_000];

/** A list that was read again up to `read` records; behind those it is as it was. */
export function joined(now: LiveList, had: LiveList, read: number): LiveList {
  const here = new Set(now.ids);
  const rest = had.ids.slice(read).filter((id) => !here.has(id));
  return rest.length === 0 ? now : { ...now, ids: [...now.ids, ...rest], hasNext: had.hasNext };
}

interface Further {
  what: Omit<ListRequest, "fields"> & { size: number };
  listAtom: PrimitiveAtom<LiveList | undefined>;
  /** How far this list was scrolled, in records beyond its page; another object for another list. */
  reach: { beyond: number };
  isReady: boolean;
  onBeyond: ((beyond: number) => void) | undefined;
}

/** Lengthens a list by the records behind those that it shows. */
export function useMore({ what, listAtom, reach, isReady, onBeyond }: Further) {
  const [state, setState] = useState<{ isReading: boolean; error: Error | null }>();
  const reading = useRef<AbortController>(undefined);
  const latest = useRef(what);
  latest.current = what;

  // biome-ignore lint/correctness/useExhaustiveDependencies: of another list nothing is read yet
  useEffect(
    () => () => {
      reading.current?.abort();
      reading.current = undefined;
      setState(undefined);
    },
    [reach],
  );

  const more = useCallback(async () => {
    const had = store.get(listAtom);
    if (!isReady || !had?.hasNext || reading.current) {
      return;
    }
    const stop = new AbortController();
    reading.current = stop;
    setState({ isReading: true, error: null });
    const { page, size, where } = latest.current;
    const from = (page - 1) * size + had.ids.length + had.fresh.length - had.leaving.length;
    const limit = where?.query === undefined ? Math.min(most, Math.max(least, reach.beyond)) : size;
    try {
      const found = await readPage({ ...latest.current, from, limit, counted: undefined }, stop.signal);
      if (stop.signal.aborted) {
        return;
      }
      transact((tx) => {
        const now = tx.get(listAtom);
        if (now) {
          const here = new Set([...now.ids, ...now.fresh, ...now.changed]);
          const added = found.ids.filter((id) => !here.has(id));
          reach.beyond += added.length;
          tx.set(listAtom, { ...now, ids: [...now.ids, ...added], hasNext: found.hasNext });
        }
      });
      onBeyond?.(reach.beyond);
      setState(undefined);
    } catch (error) {
      if (!stop.signal.aborted) {
        setState({ isReading: false, error: error instanceof Error ? error : new Error(String(error)) });
      }
    } finally {
      if (reading.current === stop) {
        reading.current = undefined;
      }
    }
  }, [listAtom, reach, isReady, onBeyond]);

  return { more, isReading: state?.isReading ?? false, error: state?.error ?? null };
}
