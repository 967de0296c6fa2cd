import { SearchBox } from "@/components/SearchBox/SearchBox";
import { cn } from "@/lib/cn";
import { thread as words } from "@/messages/thread";
import { shows, type useListView } from "./listView";

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
      <fieldset className="flex gap-1" aria-label={words.show}>
        {shows.map((show) => (
          <button
            key={show}
            type="button"
            aria-pressed={view.show === show}
            onClick={() => view.turn({ show })}
            className={cn(
              "h-7 rounded px-2.5 font-medium",
              view.show === show ? "bg-accent-soft text-accent-text" : "text-n11 hover:bg-n3 hover:text-n12",
            )}
          >
            {words.shows[show]}
          </button>
        ))}
      </fieldset>
    </div>
  );
}
