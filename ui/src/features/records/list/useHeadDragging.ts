import { type PointerEvent, useRef, useState } from "react";

/** From so far on a press is a drag, and no click. */
const threshold = 6;

interface Drag {
  field: string;
  /** The place of the head before which it would be dropped. */
  to: number;
}

/** Moves a column by its head: a line says where it would be dropped; Escape ends it, and a finger scrolls instead. */
export function useHeadDragging(names: readonly string[], onMove: (names: readonly string[]) => void) {
  const [drag, setDrag] = useState<Drag>();
  const wasDragged = useRef(false);

  const begin = (event: PointerEvent<HTMLElement>, field: string) => {
    wasDragged.current = false;
    if (event.button !== 0 || event.pointerType === "touch") {
      return;
    }
    const row = event.currentTarget.parentElement;
    const start = event.clientX;
    const stop = new AbortController();
    const { signal } = stop;
    let now: Drag | undefined;
    const show = (next: Drag | undefined) => {
      now = next;
      setDrag(next);
    };
    const end = () => {
      stop.abort();
      show(undefined);
    };
    const onPointerMove = ({ clientX }: globalThis.PointerEvent) => {
      if (!now && Math.abs(clientX - start) < threshold) {
        return;
      }
      wasDragged.current = true;
      const boxes = [...(row?.querySelectorAll("th[data-field]") ?? [])].map((one) =>
        one.getBoundingClientRect(),
      );
      const to = boxes.filter(({ left, width }) => left + width / 2 < clientX).length;
      if (now?.to !== to) {
        show({ field, to });
      }
    };
    const onPointerUp = () => {
      const dropped = now;
      end();
      const from = names.indexOf(field);
      const to = dropped ? dropped.to - Number(dropped.to > from) : from;
      if (to !== from) {
        onMove(names.filter((name) => name !== field).toSpliced(to, 0, field));
      }
    };
    const onKeyDown = (press: KeyboardEvent) => {
      if (press.key === "Escape" && now) {
        press.preventDefault();
        press.stopPropagation();
        end();
      }
    };
    document.addEventListener("pointermove", onPointerMove, { signal });
    document.addEventListener("pointerup", onPointerUp, { signal });
    document.addEventListener("pointercancel", end, { signal });
    document.addEventListener("keydown", onKeyDown, { signal, capture: true });
  };

  const from = drag ? names.indexOf(drag.field) : -1;
  const isElsewhere = drag !== undefined && drag.to !== from && drag.to !== from + 1;
  return {
    begin,
    /** Whether the click that follows ended a drag. */
    wasDragged: () => wasDragged.current,
    isDragged: (field: string) => drag?.field === field,
    /** On which side of a head the line stands. */
    dropOf: (at: number): "before" | "after" | undefined => {
      if (!isElsewhere) {
        return undefined;
      }
      return drag.to === at
        ? "before"
        : drag.to === names.length && at === names.length - 1
          ? "after"
          : undefined;
    },
  };
}
