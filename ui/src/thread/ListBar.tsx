import { Choices } from "@/components/Choices/Choices";
import { SearchBox } from "@/components/SearchBox/SearchBox";
import { thread as words } from "@/messages/thread";
import type { Show, useListView } from "./listView";

interface ListBarProps {
  view: ReturnType<typeof useListView>;
  label: string;
  /** The ways to see the list, with their words. */
  shows?: Partial<Record<Show, string>>;
}

/** Above a list of threads: which of them it shows, and the search among them. */
export function ListBar({ view, label, shows = words.shows }: ListBarProps) {
  return (
    <div className="flex shrink-0 flex-col gap-2 border-b px-4 py-2">
      <SearchBox
        label={label}
        clearLabel={words.clearSearch}
        search={view.search}
        onSearch={(search) => view.turn({ search })}
      />
      <Choices
        label={words.show}
        words={shows as Record<Show, string>}
        chosen={view.show}
        onChoose={(show) => view.turn({ show })}
        isTight={Object.keys(shows).length > 3}
      />
    </div>
  );
}
