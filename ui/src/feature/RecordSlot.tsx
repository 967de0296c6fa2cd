import { createElement, Fragment, useMemo } from "react";
import type { WireRecord } from "@/api";
import type { ObjectFacts, RecordComposer } from "./feature";
import { useParts } from "./useParts";

const none: readonly RecordComposer[] = [];

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
export function useRecordParts(
  facts: readonly ObjectFacts[],
  composers: readonly RecordComposer[] = none,
): boolean {
  const parts = useMemo(
    () => [
      ...facts.flatMap(({ Action, Bar, Below, Body, Story }) =>
        [Action ?? [], Bar ?? [], Below ?? [], Body ?? [], Story?.Part ?? []].flat(),
      ),
      ...composers.map(({ Composer }) => Composer),
    ],
    [facts, composers],
  );
  return useParts(parts);
}
