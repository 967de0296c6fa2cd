import { Check } from "lucide-react";
import { type KeyboardEvent, type MouseEvent, useId, useState } from "react";
import { SearchBox } from "@/components/SearchBox/SearchBox";
import { cn } from "@/lib/cn";
import { holdsText } from "@/lib/fold";
import type { TransferWords } from "./TransferList";

export interface Option {
  id: string;
  label: string;
  detail?: string | undefined;
  /** It stands on the other side still, as long as this is not saved. */
  isMoved?: boolean;
}

interface SideProps {
  title: string;
  words: TransferWords;
  options: readonly Option[];
  selected: ReadonlySet<string>;
  note: string | undefined;
  onSelect: (selected: ReadonlySet<string>) => void;
  onSearch?: ((typed: string) => void) | undefined;
  onMove: ((ids: readonly string[]) => void) | undefined;
}

const fits = ({ label, detail }: Option, typed: string) => holdsText(`${label} ${detail ?? ""}`, typed);

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };

/** Where a key leads from a place in a list, undefined for those that lead nowhere. */
function placeAfter(key: string, at: number, length: number): number | undefined {
  const step = steps[key];
  if (step !== undefined) {
    return at + step;
  }
  return key === "Home" ? 0 : key === "End" ? length - 1 : undefined;
}

/**
 * One side of a transfer list: a list with several to select (WAI-ARIA listbox). Arrows move, Space selects, with
 * Shift one after the other, Ctrl+A all; Enter moves what is selected, or else the one that one is at.
 */
export function Side({ title, words, options, selected, note, onSelect, onSearch, onMove }: SideProps) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const shown = typed === "" ? options : options.filter((one) => fits(one, typed));
  const index = Math.min(at, shown.length - 1);
  const optionId = (place: number) => `${id}-${shown[place]?.id}`;

  const toggle = (one: string, isOn = !selected.has(one)) => {
    const next = new Set(selected);
    next[isOn ? "add" : "delete"](one);
    onSelect(next);
  };
  const go = (to: number, isSelecting: boolean) => {
    const place = Math.max(0, Math.min(to, shown.length - 1));
    const one = shown[place];
    setAt(place);
    if (one && isSelecting) {
      onSelect(new Set([...selected, shown[index]?.id ?? one.id, one.id]));
    }
    document.getElementById(optionId(place))?.scrollIntoView?.({ block: "nearest" });
  };
  /** What can be done with what is selected, by the keyboard; false for other keys. */
  const act = ({ key, ctrlKey, metaKey }: KeyboardEvent, current: Option): boolean => {
    if (!onMove) {
      return false;
    }
    if (key === " ") {
      toggle(current.id);
    } else if (key === "Enter") {
      const chosen = shown.filter((one) => selected.has(one.id)).map((one) => one.id);
      onMove(chosen.length > 0 ? chosen : [current.id]);
    } else if (key.toLowerCase() === "a" && (ctrlKey || metaKey)) {
      onSelect(new Set(shown.map((one) => one.id)));
    } else {
      return false;
    }
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const current = shown[index];
    const to = placeAfter(event.key, index, shown.length);
    if (current && to !== undefined) {
      go(to, event.shiftKey && onMove !== undefined);
      event.preventDefault();
    } else if (current && act(event, current)) {
      event.preventDefault();
    }
  };
  const onClick = (event: MouseEvent, place: number, one: Option) => {
    setAt(place);
    if (!onMove) {
      return;
    }
    if (event.shiftKey) {
      const [from, to] = [Math.min(index, place), Math.max(index, place)];
      onSelect(new Set([...selected, ...shown.slice(from, to + 1).map((each) => each.id)]));
    } else {
      toggle(one.id);
    }
  };
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <h3 id={id} className="flex items-baseline gap-2 font-medium text-meta text-n11">
        {title}
        <span className="font-normal text-n10 tabular-nums">{options.length}</span>
      </h3>
      <SearchBox
        label={words.filter(title)}
        clearLabel={words.clear}
        search={typed}
        onSearch={(text) => {
          setTyped(text);
          onSearch?.(text);
        }}
      />
      <div
        role="listbox"
        tabIndex={0}
        aria-labelledby={id}
        aria-multiselectable
        aria-activedescendant={index >= 0 ? optionId(index) : undefined}
        onKeyDown={onKeyDown}
        className="group/side h-56 overflow-y-auto rounded border border-n6 bg-surface py-1 outline-offset-0"
      >
        {shown.map((one, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the focus and hears the keys
          // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant points at it
          <div
            key={one.id}
            id={optionId(place)}
            role="option"
            aria-selected={selected.has(one.id)}
            onClick={(event) => onClick(event, place, one)}
            onDoubleClick={() => onMove?.([one.id])}
            className={cn(
              "mx-1 flex min-h-7 cursor-default select-none items-center gap-2 rounded-sm px-2",
              selected.has(one.id) ? "bg-accent-soft text-accent-text" : "hover:bg-n3",
              place === index && "group-focus-visible/side:outline-2 group-focus-visible/side:outline-accent",
            )}
          >
            <Check aria-hidden className={cn("size-3.5 shrink-0", !selected.has(one.id) && "invisible")} />
            <span className={cn("min-w-0 truncate", one.isMoved && "font-semibold")}>{one.label}</span>
            {one.isMoved ? <span aria-hidden className="size-1.5 shrink-0 rounded-full bg-accent" /> : null}
            {one.detail ? (
              <span className="ml-auto min-w-0 shrink-[2] truncate text-meta text-n11">{one.detail}</span>
            ) : null}
          </div>
        ))}
      </div>
      <p className="min-h-4 text-meta text-n11">{shown.length === 0 ? words.empty : note}</p>
    </div>
  );
}
