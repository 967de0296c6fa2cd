import { Search, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { inputClass } from "@/components/Field/Field";
import { cn } from "@/lib/cn";

const pause = 300;

interface SearchBoxProps {
  label: string;
  clearLabel: string;
  search: string;
  onSearch: (search: string) => void;
  className?: string;
}

/** Narrows a list to what a search finds, once the person pauses. */
export function SearchBox({ label, clearLabel, search, onSearch, className }: SearchBoxProps) {
  const [typed, setTyped] = useState(search);
  const sent = useRef(search);
  const give = useRef(onSearch);
  give.current = onSearch;

  // The address changed by itself (back, a link): the box follows.
  useEffect(() => {
    if (search !== sent.current) {
      sent.current = search;
      setTyped(search);
    }
  }, [search]);

  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === sent.current) {
      return;
    }
    const timer = setTimeout(() => {
      sent.current = wanted;
      give.current(wanted);
    }, pause);
    return () => clearTimeout(timer);
  }, [typed]);

  return (
    <div className={cn("relative w-full", className)}>
      <Search aria-hidden className="pointer-events-none absolute top-2 left-2.5 size-4 text-n10" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className={cn(inputClass, "pl-8 [&::-webkit-search-cancel-button]:hidden", typed && "pr-8")}
      />
      {typed ? (
        <button
          type="button"
          aria-label={clearLabel}
          onClick={() => setTyped("")}
          className="absolute top-1 right-1 inline-flex size-6 items-center justify-center rounded-sm text-n11 hover:bg-n4 hover:text-n12"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      ) : null}
    </div>
  );
}
