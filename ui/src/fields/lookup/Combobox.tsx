import { Plus } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { cn } from "@/lib/cn";

export interface ComboboxOption {
  id: string;
}

/** Stands behind all options and chooses none of them: it leads elsewhere. */
interface LastEntry {
  label: string;
  onChoose: () => void;
}

interface ComboboxProps<O extends ComboboxOption> {
  id: string;
  /** What was typed since the list was opened; undefined while it is closed. */
  typed: string | undefined;
  onTyped: (typed: string | undefined) => void;
  /** What the closed field shows. */
  chosen: string;
  options: readonly O[];
  /** Why there are none. */
  empty: string;
  last?: LastEntry | undefined;
  listLabel: string;
  placeholder: string;
  onChoose: (option: O) => void;
  /** Backspace in an empty field. */
  onErase?: (() => void) | undefined;
  onBlur: () => void;
  isInvalid: boolean;
  describedBy: string | undefined;
  isRequired?: boolean;
  renderOption: (option: O) => ReactNode;
  className?: string;
}

const lastId = "last-entry";

/** Where an arrow leads in a list that goes round. */
function stepped(at: number, key: string, count: number): number {
  const step = key === "ArrowDown" ? 1 : -1;
  return count === 0 ? 0 : (Math.min(at, count - 1) + step + count) % count;
}

/** Which entry Enter takes: the first, until an arrow is pressed. The last one stays it whatever comes before it. */
function useMarked(isOpen: boolean, options: number, hasLast: boolean) {
  const [at, setAt] = useState<number | "last">();
  if (!isOpen && at !== undefined) {
    setAt(undefined);
  }
  const count = options + (hasLast ? 1 : 0);
  const last = hasLast ? options : -1;
  return {
    count,
    index: at === "last" ? last : Math.min(at ?? 0, count - 1),
    mark: (next: number | undefined) => setAt(hasLast && next === options ? "last" : next),
  };
}

interface EntryProps {
  id: string;
  isActive: boolean;
  onChoose: () => void;
  className: string;
  children: ReactNode;
}

function Entry({ id, isActive, onChoose, className, children }: EntryProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the input, which keeps the focus
    <li
      id={id}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the pattern of a combobox
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={cn("flex cursor-pointer items-center px-3 hover:bg-n3", className, isActive && "bg-n4")}
    >
      {children}
    </li>
  );
}

/** A field that offers a list while one types (WAI-ARIA combobox with a list); the input keeps the focus. */
export function Combobox<O extends ComboboxOption>(props: ComboboxProps<O>) {
  const { id, typed, onTyped, chosen, options, last } = props;
  const listId = useId();
  const list = useRef<HTMLUListElement>(null);
  const isOpen = typed !== undefined;
  const { count, index, mark } = useMarked(isOpen, options.length, last !== undefined);
  const active = isOpen ? options[index] : undefined;
  const isLastActive = isOpen && last !== undefined && index === options.length;
  const activeId = isLastActive ? lastId : active?.id;

  useEffect(() => {
    if (activeId !== undefined) {
      list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
    }
  }, [activeId]);

  const choose = (option: O) => {
    props.onChoose(option);
    onTyped(undefined);
  };
  const chooseLast = () => {
    last?.onChoose();
    onTyped(undefined);
  };

  const onOpenKey = (event: KeyboardEvent) => {
    if (event.key === "Enter") {
      event.preventDefault();
      if (isLastActive) {
        chooseLast();
      } else if (active) {
        choose(active);
      }
    } else if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      onTyped(undefined);
    }
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) {
      return;
    }
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      mark(isOpen ? stepped(index, event.key, count) : undefined);
      onTyped(typed ?? "");
    } else if (event.key === "Backspace" && (typed ?? chosen) === "") {
      props.onErase?.();
    } else if (isOpen) {
      onOpenKey(event);
    }
  };

  return (
    <span className="relative block min-w-24 flex-1">
      <input
        id={id}
        type="text"
        role="combobox"
        autoComplete="off"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={activeId === undefined ? undefined : `${listId}-${activeId}`}
        aria-invalid={props.isInvalid}
        aria-describedby={props.describedBy}
        aria-required={props.isRequired || undefined}
        placeholder={isOpen && chosen ? chosen : props.placeholder}
        value={typed ?? chosen}
        onClick={() => onTyped(typed ?? "")}
        onChange={(event) => {
          onTyped(event.target.value);
          mark(undefined);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          onTyped(undefined);
          props.onBlur();
        }}
        className={props.className}
      />
      {isOpen ? (
        <span className="absolute top-full right-0 left-0 z-30 mt-1.5 block min-w-56 animate-fade overflow-hidden rounded-lg bg-raised shadow-float">
          {options.length === 0 ? (
            <span role="status" className="block px-3 py-2 text-n11">
              {props.empty}
            </span>
          ) : null}
          <ul
            ref={list}
            id={listId}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the pattern of a combobox
            role="listbox"
            aria-label={props.listLabel}
            className={cn("max-h-64 overflow-y-auto", count > 0 && "py-1")}
          >
            {options.map((option) => (
              <Entry
                key={option.id}
                id={`${listId}-${option.id}`}
                isActive={option === active}
                onChoose={() => choose(option)}
                className="h-9 gap-2.5"
              >
                {props.renderOption(option)}
              </Entry>
            ))}
            {last ? (
              <Entry
                id={`${listId}-${lastId}`}
                isActive={isLastActive}
                onChoose={chooseLast}
                className={cn(
                  "sticky -bottom-1 -mb-1 h-10 gap-2 border-t text-accent-text",
                  !isLastActive && "bg-raised",
                  options.length > 0 && "mt-1",
                )}
              >
                <Plus aria-hidden className="size-4 shrink-0" />
                <span className="truncate">{last.label}</span>
              </Entry>
            ) : null}
          </ul>
        </span>
      ) : null}
    </span>
  );
}
