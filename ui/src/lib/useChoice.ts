import { type KeyboardEvent, useState } from "react";

const shown = (option: Element | null) => option?.scrollIntoView?.({ block: "nearest" });

/**
 * Which of a combobox's options is the chosen one: arrows go round, Enter takes it, and the focus stays in the field
 * (WAI-ARIA combobox with a list). It stays in the list when that becomes shorter.
 */
export function useChoice<T>(options: readonly T[], take: (option: T) => void) {
  const [at, setAt] = useState(0);
  const index = Math.min(at, options.length - 1);
  const chosen = options[index];

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      setAt((index + step + options.length) % options.length);
    } else if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      if (chosen !== undefined) {
        take(chosen);
      }
    }
  };

  return {
    chosen,
    /** Chooses the first one again, as for another search. */
    restart: () => setAt(0),
    onKeyDown,
    /** What an option needs besides its looks. */
    optionProps: (option: T) => ({
      ref: option === chosen ? shown : undefined,
      role: "option" as const,
      "aria-selected": option === chosen,
      onPointerMove: () => setAt(options.indexOf(option)),
      onClick: () => take(option),
    }),
  };
}
