import { createElement, Fragment, useEffect, useMemo, useState } from "react";
import type { WireRecord } from "@/api";
import type { ObjectFacts } from "./feature";

interface RecordSlotProps {
  facts: readonly ObjectFacts[];
  place: "Action" | "Bar" | "Below";
  record: WireRecord;
}

/** What features add to the page of a record, in one of its places. */
export function RecordSlot({ facts, place, record }: RecordSlotProps) {
  const parts = facts.map(({ [place]: Part }) =>
    // biome-ignore lint/correctness/useJsxKeyInIterable: they are given to the fragment one by one
    Part ? <Part record={record} /> : null,
  );
  return createElement(Fragment, null, ...parts);
}

/** Loads what features add to the page of a record; true once it is there, so that nothing moves when it comes. */
export function useRecordParts(facts: readonly ObjectFacts[]): boolean {
  const parts = useMemo(
    () => facts.flatMap(({ Action, Bar, Below }) => [Action ?? [], Bar ?? [], Below ?? []].flat()),
    [facts],
  );
  const [isTried, setTried] = useState(false);
  useEffect(() => {
    // One that fails says so where it is shown.
    void Promise.allSettled(parts.map((part) => part.preload())).then(() => setTried(true));
  }, [parts]);
  return isTried || parts.every((part) => part.isLoaded());
}
