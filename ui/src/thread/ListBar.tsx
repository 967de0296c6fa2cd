import { Choices } from "@/components/Choices/Choices";
import { SearchBox } from "@/components/SearchBox/SearchBox";
import { thread as words } from "@/messages/thread";
import type { useListView } from "./listView";

/** Above a list of threads: which of them it shows, and the search among them. */
export function ListBar({ view, label }: { view: ReturnType<typeof useListView>; label: string }) {
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
        words={words.shows}
        chosen={view.show}
        onChoose={(show) => view.turn({ show })}
      />
    </div>
  );
}
