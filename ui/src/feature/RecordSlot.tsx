import { createElement, Fragment, Suspense } from "react";
import type { WireRecord } from "@/api";
import type { ObjectFacts } from "./feature";

interface RecordSlotProps {
  facts: readonly ObjectFacts[];
  place: "Action" | "Bar" | "Below";
  record: WireRecord;
}

/** What features add to the page of a record, in one of its places; each shows when it is loaded. */
export function RecordSlot({ facts, place, record }: RecordSlotProps) {
  const parts = facts.map(({ [place]: Part }) =>
    Part ? (
      // biome-ignore lint/correctness/useJsxKeyInIterable: they are given to the fragment one by one
      <Suspense fallback={null}>
        <Part record={record} />
      </Suspense>
    ) : null,
  );
  return createElement(Fragment, null, ...parts);
}
