import { useMemo } from "react";
import type { ObjectSchema } from "@/api";
import { type Column, chosenColumns, columnsOf } from "./columns";

const nothing: readonly Column[] = [];

/** What a list shows: what the address says, else its filter, else its object. */
export function useColumns(schema: ObjectSchema, named: string | undefined, ofFilter = nothing) {
  const key = JSON.stringify(ofFilter);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same where what the filter says is the same
  return useMemo(() => {
    // What the filter calls a column, and how wide it is, stays with it.
    const chosen = named
      ?.split(",")
      .map((field) => ofFilter.find((column) => column.field === field) ?? { field });
    const columns = chosen ?? (ofFilter.length > 0 ? ofFilter : undefined);
    const found = columns && chosenColumns(schema, columns);
    const base = chosenColumns(schema, ofFilter) ?? columnsOf(schema);
    return {
      shown: found ?? columnsOf(schema),
      /** As they are kept with a filter; undefined where nobody chose any. */
      chosen: found && columns,
      /** What the address says for a choice: nothing where that is shown without it. */
      address: (names: readonly string[]) => {
        const text = names.join();
        return text === base.map(({ name }) => name).join() ? undefined : text;
      },
    };
  }, [schema, named, key]);
}
