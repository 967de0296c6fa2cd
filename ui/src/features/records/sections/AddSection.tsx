import { Check, Search } from "lucide-react";
import { useId, useState } from "react";
import { Dialog } from "@/components/Dialog/Dialog";
import { toast } from "@/components/Toaster/toasts";
import { cn } from "@/lib/cn";
import { compareText } from "@/lib/compare";
import { useChoice } from "@/lib/useChoice";
import { withSection } from "./changes";
import { changeSections, currentSections } from "./keeping";
import { words } from "./messages";
import { mostSections } from "./sections";
import type { Sectioned } from "./useSections";

/** The objects that a search finds by what they are called, by their names. */
function found(sectioned: ReadonlyMap<string, Sectioned>, query: string): Sectioned[] {
  const wanted = query.trim().toLowerCase();
  return [...sectioned.values()]
    .filter(({ label, schema }) => `${label} ${schema.title}`.toLowerCase().includes(wanted))
    .sort((left, right) => compareText(left.label, right.label));
}

function add({ schema, label: name }: Sectioned): void {
  const had = currentSections();
  const there = had.find((one) => one.api_name === schema.api_name);
  if (there) {
    toast.info(words.alreadyThere(there.name));
  } else if (had.length >= mostSections) {
    toast.warning(words.full(mostSections));
  } else {
    const [id, title] = [crypto.randomUUID(), schema.title];
    const section = { id, api_name: schema.api_name, name, title, icon: "", isFolded: false };
    void changeSections((now) => withSection(now, section));
    toast.success(words.added(name));
  }
}

interface AddSectionProps {
  sectioned: ReadonlyMap<string, Sectioned>;
  onClose: () => void;
}

/** Finds an object, and makes a section of it. */
export function AddSection({ sectioned, onClose }: AddSectionProps) {
  const [query, setQuery] = useState("");
  const [had] = useState(() => new Set(currentSections().map((one) => one.api_name)));
  const listId = useId();
  const options = found(sectioned, query);
  const { chosen, restart, onKeyDown, optionProps } = useChoice(options, (option) => {
    onClose();
    add(option);
  });

  return (
    <Dialog isPassing title={words.addTitle} onClose={onClose} className="mt-[12vh] max-w-md">
      <div className="relative">
        <Search aria-hidden className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-n10" />
        <input
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={chosen ? `${listId}-${chosen.schema.api_name}` : undefined}
          aria-label={words.find}
          placeholder={words.find}
          autoComplete="off"
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            restart();
          }}
          onKeyDown={onKeyDown}
          className="h-9 w-full rounded border border-n7 bg-surface pr-2.5 pl-8 shadow-small focus:border-accent focus:outline-2 focus:outline-accent-line focus:outline-offset-0"
        />
      </div>
      <div
        id={listId}
        role="listbox"
        aria-label={words.objects}
        className="-mx-2 mt-2 max-h-80 overflow-y-auto"
      >
        {options.map((option) => {
          const { schema, label, icon: Icon } = option;
          const isThere = had.has(schema.api_name);
          return (
            <div
              key={schema.api_name}
              id={`${listId}-${schema.api_name}`}
              {...optionProps(option)}
              className={cn(
                "flex h-9 cursor-pointer items-center gap-2.5 rounded px-2",
                option === chosen && "bg-n4",
              )}
            >
              <Icon aria-hidden className="size-4 shrink-0 text-n11" />
              <span className="min-w-0 flex-1 truncate">{label}</span>
              {isThere ? (
                <span className="flex shrink-0 items-center gap-1 text-meta text-n11">
                  <Check aria-hidden className="size-3.5" />
                  {words.isThere}
                </span>
              ) : null}
            </div>
          );
        })}
      </div>
      {options.length === 0 ? <p className="py-6 text-center text-n11">{words.nothingFound}</p> : null}
    </Dialog>
  );
}
