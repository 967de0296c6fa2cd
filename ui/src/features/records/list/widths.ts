import { createContext, type PointerEvent, use, useState } from "react";
import { identityAtom, useAtomValue } from "@/store";
import { keepChoice } from "./modes";

/** Widths that a person gave the columns of an object, in pixels by field; a field without one has its usual width. */
export type Widths = Readonly<Record<string, number>>;

export const leastWidth = 60;
export const mostWidth = 800;

const bounded = (width: number): number => Math.round(Math.min(mostWidth, Math.max(leastWidth, width)));

/** Reads what is kept with the person, where something else may stand. */
export function widthsIn(settings: Record<string, unknown> | null | undefined, object: string): Widths {
  const kept = (settings?.list_widths as Record<string, unknown> | undefined)?.[object];
  return Object.fromEntries(
    Object.entries(kept ?? {}).flatMap(([field, width]) =>
      typeof width === "number" ? [[field, bounded(width)]] : [],
    ),
  );
}

/** Keeps what changes; null gives a column its usual width back. */
export function keepWidths(object: string, widths: Readonly<Record<string, number | null>>): void {
  void keepChoice("list_widths", object, widths);
}

interface Resizing {
  widths: Widths;
  /** Drags the edge of the head that was pressed. */
  begin: (event: PointerEvent<HTMLElement>, field: string) => void;
  reset: (field: string) => void;
}

const none: Widths = {};
export const WidthsContext = createContext<Resizing>({
  widths: none,
  begin: () => undefined,
  reset: () => undefined,
});
export const useWidths = (): Resizing => use(WidthsContext);

/** The widths of a table's columns while an edge is dragged, and the kept ones else. */
export function useResizing(object: string): Resizing {
  const kept = widthsIn(useAtomValue(identityAtom)?.user.settings, object);
  const [dragged, setDragged] = useState<Widths>();
  const begin = (event: PointerEvent<HTMLElement>, field: string) => {
    const head = event.currentTarget.closest("th");
    if (event.button !== 0 || !head) {
      return;
    }
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    // The other columns stay as wide as they are.
    const heads = head.parentElement?.querySelectorAll<HTMLElement>("th[data-field]") ?? [];
    const before = Object.fromEntries(
      [...heads].map((one) => [one.dataset.field ?? "", Math.round(one.getBoundingClientRect().width)]),
    );
    const start = event.clientX;
    const width = before[field] ?? leastWidth;
    const direction = getComputedStyle(head).direction === "rtl" ? -1 : 1;
    const stop = new AbortController();
    let now: Widths | undefined;
    const end = () => {
      stop.abort();
      setDragged(undefined);
    };
    const { signal } = stop;
    document.addEventListener(
      "pointermove",
      ({ clientX }) => {
        if (now === undefined && Math.abs(clientX - start) < 3) {
          return;
        }
        now = { ...kept, ...before, [field]: bounded(width + (clientX - start) * direction) };
        setDragged(now);
      },
      { signal },
    );
    document.addEventListener(
      "pointerup",
      () => {
        if (now) {
          keepWidths(object, now);
        }
        end();
      },
      { signal },
    );
    document.addEventListener("pointercancel", end, { signal });
    document.addEventListener(
      "keydown",
      (press) => {
        if (press.key === "Escape") {
          press.preventDefault();
          press.stopPropagation();
          end();
        }
      },
      { signal, capture: true },
    );
  };
  return {
    widths: dragged ?? kept,
    begin,
    reset: (field) => {
      if (field in kept) {
        keepWidths(object, { [field]: null });
      }
    },
  };
}
