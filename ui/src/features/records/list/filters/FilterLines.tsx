import type { ObjectSchema } from "@/api";
import { part } from "@/feature";
import type { Column } from "../columns";
import { FilterBar } from "./FilterBar";
import { GoneFilter } from "./FilterStates";
import type { ListFilter } from "./useListFilter";

const FilterDialogs = part(() => import("./FilterDialogs").then((file) => file.FilterDialogs));

interface FilterLinesProps {
  schema: ObjectSchema;
  filter: ListFilter;
  /** What the list shows, where that was chosen: kept with a filter that is saved. */
  columns: readonly Column[] | undefined;
  /** How its records are shown: kept with a filter that is saved. */
  shownAs: Readonly<Record<string, unknown>>;
  onFilter: (id: string | undefined) => void;
}

/** What stands between the toolbar and the records: by what they are narrowed, or that this isn't there any more. */
export function FilterLines({ schema, filter, columns, shownAs, onFilter }: FilterLinesProps) {
  const { current, pinned, isGone, asked, setAsked } = filter;
  return (
    <>
      {current ? (
        <FilterBar
          schema={schema}
          filter={current}
          isPinned={current.id === pinned}
          onReset={() => onFilter(undefined)}
        />
      ) : null}
      {isGone ? <GoneFilter onReset={() => onFilter(undefined)} /> : null}
      {asked ? (
        <FilterDialogs
          schema={schema}
          asked={asked}
          current={current}
          columns={columns}
          shownAs={shownAs}
          onChoose={onFilter}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
    </>
  );
}
