import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { cn } from "@/lib/cn";

export interface ComboboxOption {
  id: string;
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

/** Where an arrow leads in a list that goes round. */
function stepped(at: number, key: string, count: number): number {
  const step = key === "ArrowDown" ? 1 : -1;
  return count === 0 ? 0 : (Math.min(at, count - 1) + step + count) % count;
}

/** A field that offers a list while one types (WAI-ARIA combobox with a list); the input keeps the focus. */
export function Combobox<O extends ComboboxOption>(props: ComboboxProps<O>) {
  const { id, typed, onTyped, chosen, options } = props;
  const [at, setAt] = useState(0);
  const listId = useId();
  const list = useRef<HTMLUListElement>(null);
  const isOpen = typed !== undefined;
  const active = isOpen ? options[Math.min(at, options.length - 1)] : undefined;

  useEffect(() => {
    if (active) {
      list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
    }
  }, [active]);

  const choose = (option: O) => {
    props.onChoose(option);
    onTyped(undefined);
  };

  const onOpenKey = (event: KeyboardEvent) => {
    if (event.key === "Enter") {
      event.preventDefault();
      if (active) {
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
      setAt(isOpen ? stepped(at, event.key, options.length) : 0);
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
        aria-activedescendant={active ? `${listId}-${active.id}` : undefined}
        aria-invalid={props.isInvalid}
        aria-describedby={props.describedBy}
        aria-required={props.isRequired || undefined}
        placeholder={isOpen && chosen ? chosen : props.placeholder}
        value={typed ?? chosen}
        onClick={() => onTyped(typed ?? "")}
        onChange={(event) => {
          onTyped(event.target.value);
          setAt(0);
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
          <ul
            ref={list}
            id={listId}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the pattern of a combobox
            role="listbox"
            aria-label={props.listLabel}
            className={cn("max-h-64 overflow-y-auto", options.length > 0 && "py-1")}
          >
            {options.map((option) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the input, which keeps the focus
              <li
                key={option.id}
                id={`${listId}-${option.id}`}
                // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the pattern of a combobox
                role="option"
                tabIndex={-1}
                aria-selected={option === active}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(option)}
                className={cn(
                  "flex h-9 cursor-pointer items-center gap-2.5 px-3 hover:bg-n3",
                  option === active && "bg-n4",
                )}
              >
                {props.renderOption(option)}
              </li>
            ))}
          </ul>
          {options.length === 0 ? (
            <span role="status" className="block px-3 py-2 text-n11">
              {props.empty}
            </span>
          ) : null}
        </span>
      ) : null}
    </span>
  );
}
