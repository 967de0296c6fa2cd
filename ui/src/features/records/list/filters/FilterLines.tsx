import type { ObjectSchema } from "@/api";
import { part } from "@/feature";
import type { Column } from "../columns";
import { FilterBar } from "./FilterBar";
import { GoneFilter } from "./FilterStates";
import type { Where } from "./savedFilter";
import { type ListFilter, nameOf } from "./useListFilter";

const FilterDialogs = part(() => import("./FilterDialogs").then((file) => file.FilterDialogs));

interface FilterLinesProps {
  schema: ObjectSchema;
  filter: ListFilter;
  /** The order that the address says. */
  sort: string | undefined;
  /** What the list shows, where that was chosen: kept with a filter that is saved. */
  columns: readonly Column[] | undefined;
  /** How its records are shown: kept with a filter that is saved. */
  shownAs: Readonly<Record<string, unknown>>;
  onFilter: (id: string | undefined) => void;
  /** Uses conditions without saving them. */
  onUse: (where: Where, columns: readonly string[]) => void;
}

/** What stands between the toolbar and the records: by what they are narrowed, or that this isn't there any more. */
export function FilterLines({ schema, filter, sort, columns, shownAs, onFilter, onUse }: FilterLinesProps) {
  const { current, where, isUnsaved, pinned, isGone, asked, setAsked } = filter;
  return (
    <>
      {where ? (
        <FilterBar
          schema={schema}
          where={where}
          name={nameOf(filter)}
          isPinned={current !== undefined && current.id === pinned}
          onEdit={isUnsaved ? () => setAsked(current ? "edit" : "unsaved") : undefined}
          onSave={isUnsaved ? () => setAsked("copy") : undefined}
          onReset={() => onFilter(undefined)}
        />
      ) : null}
      {isGone ? <GoneFilter onReset={() => onFilter(undefined)} /> : null}
      {asked ? (
        <FilterDialogs
          schema={schema}
          asked={asked}
          current={current}
          where={where && { ...where, sort: sort ?? where.sort }}
          columns={columns}
          shownAs={shownAs}
          onChoose={onFilter}
          onUse={onUse}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
    </>
  );
}
