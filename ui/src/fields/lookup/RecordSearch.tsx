import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { detailOf, type Reference } from "@/api";
import { cn } from "@/lib/cn";
import { t } from "@/messages";
import { useLookup } from "./useLookup";
import { referenceName } from "./value";

interface RecordSearchProps {
  id: string;
  object: string;
  /** What the closed field shows. */
  chosen: string;
  onChoose: (reference: Reference) => void;
  onClear?: () => void;
  onBlur: () => void;
  isInvalid: boolean;
  describedBy: string | undefined;
  isRequired?: boolean;
  /** Ids that are chosen already. */
  without?: readonly string[];
  label?: string;
  className?: string;
}

/** A field that searches records while one types (WAI-ARIA combobox with a list). */
export function RecordSearch(props: RecordSearchProps) {
  const { id, object, chosen, onChoose, onClear, onBlur, without } = props;
  const [typed, setTyped] = useState<string>();
  const [at, setAt] = useState(0);
  const listId = useId();
  const list = useRef<HTMLUListElement>(null);
  const isOpen = typed !== undefined;
  const { options: found, error, isSearching } = useLookup(object, typed ?? "", isOpen);
  const options = (found ?? []).filter((option) => !without?.includes(option.id));
  const active = options[Math.min(at, options.length - 1)];

  useEffect(() => {
    if (isOpen && active) {
      list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
    }
  }, [isOpen, active]);

  const close = () => setTyped(undefined);
  const choose = (option: Reference) => {
    onChoose(option);
    close();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) {
      return;
    }
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!isOpen) {
        setTyped("");
      } else if (options.length > 0) {
        const step = event.key === "ArrowDown" ? 1 : -1;
        setAt((Math.min(at, options.length - 1) + step + options.length) % options.length);
      }
    } else if (event.key === "Enter" && isOpen) {
      event.preventDefault();
      if (active) {
        choose(active);
      }
    } else if (event.key === "Escape" && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === "Backspace" && onClear && (typed ?? chosen) === "") {
      onClear();
    }
  };

  return (
    <span className="relative block min-w-24 flex-1">
      <input
        id={id}
        type="text"
        role="combobox"
        autoComplete="off"
        aria-label={props.label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && active ? `${listId}-${active.id}` : undefined}
        aria-invalid={props.isInvalid}
        aria-describedby={props.describedBy}
        aria-required={props.isRequired || undefined}
        placeholder={isOpen && chosen ? chosen : t.records.lookupSearch}
        value={typed ?? chosen}
        onClick={() => setTyped((had) => had ?? "")}
        onChange={(event) => {
          setTyped(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          close();
          onBlur();
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
            aria-label={t.records.choose}
            className={cn("max-h-64 overflow-y-auto", options.length > 0 && "py-1")}
          >
            {options.map((option) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the input, which keeps the focus
              <li
                key={option.id}
                id={`${listId}-${option.id}`}
                // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the pattern of a combobox
                role="option"
                aria-selected={option === active}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(option)}
                className={cn(
                  "flex h-8 cursor-pointer items-center truncate px-3 hover:bg-n3",
                  option === active && "bg-n4",
                )}
              >
                {referenceName(option)}
              </li>
            ))}
          </ul>
          {options.length === 0 ? (
            <span role="status" className="block px-3 py-2 text-n11">
              {error ? detailOf(error) : isSearching ? t.frame.loading : t.records.lookupEmpty}
            </span>
          ) : null}
        </span>
      ) : null}
    </span>
  );
}
