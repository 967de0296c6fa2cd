import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { listRecords } from "@/api";
import { topics, useTopics } from "@/realtime";
import { atom, identityAtom, keep, lists, readShown, rightsFor, transact, useAtomValue } from "@/store";
import type { ConsentEvent } from "../objects";
import { consents as consentObject } from "../objects";
import { consentList } from "./lists";

const kept = 100;
const topic = `object:${consentObject}`;

/**
 * What was said about texting these numbers, live and in no order; undefined until it is known. Whoever may
 * not read it sees nothing: the server decides all the same.
 */
export function useConsentEvents(numbers: readonly string[]): readonly ConsentEvent[] | undefined {
  const mayRead = rightsFor(useAtomValue(identityAtom), consentObject).read;
  const joined = [...new Set(numbers)].sort().join(" ");
  const wanted = useMemo(() => joined.split(" ").filter(Boolean), [joined]);
  const isWanted = mayRead && wanted.length > 0;
  useTopics(isWanted ? [topic] : []);
  const { epoch } = useAtomValue(topics.stateOf(topic));
  const { refetch, isSuccess } = useQuery({
    queryKey: [consentObject, joined],
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const filter = [{ field: "number", operator: "IN" as const, value: wanted }];
      const page = await listRecords<ConsentEvent>(
        consentObject,
        { limit: kept, order: "-at", filter },
        signal,
      );
      keep(consentObject, page.rows);
      transact((tx) => {
        for (const number of wanted) {
          const ids = page.rows.filter((row) => row.number === number).map((row) => row.id);
          lists.set(tx, consentList(number), ids);
        }
      });
      return page.rows.length;
    },
  });

  // The first snapshot follows the first answer; each later one means that changes may have been missed.
  useEffect(() => {
    if (isWanted && epoch > 1) {
      void refetch();
    }
  }, [epoch, isWanted, refetch]);

  const events = useMemo(
    () =>
      atom((get) => {
        const ids = wanted.map((number) => get(lists.atomOf(consentList(number))));
        return ids.every((list) => list === undefined)
          ? undefined
          : readShown<ConsentEvent>(
              get,
              consentObject,
              ids.flatMap((list) => list ?? []),
            );
      }),
    [wanted],
  );
  const shown = useAtomValue(events);

  // The store lets lists go that were not shown for long; what was fetched then has to be fetched again.
  const isLost = isWanted && isSuccess && shown === undefined;
  useEffect(() => {
    if (isLost) {
      void refetch();
    }
  }, [isLost, refetch]);
  return shown;
}
