import { useRef, useState } from "react";

/** From so far on a press is a drag, and no click. */
const threshold = 5;
/** So near to the edge of what scrolls, it scrolls on. */
const edge = 28;

interface Drag {
  id: string;
  /** Between which it would be dropped: before the one at this place. */
  to: number;
}

const scrollerOf = (element: Element | null): Element | undefined => {
  for (let one = element; one; one = one.parentElement) {
    if (one.scrollHeight > one.clientHeight && /auto|scroll/.test(getComputedStyle(one).overflowY)) {
      return one;
    }
  }
  return undefined;
};

/**
 * Reorders a list by the pointer: nothing moves until it is dropped, a line says where that would be, and Escape ends
 * it. A finger scrolls instead; keys and menus move as well.
 */
export function useDragging(ids: readonly string[], onMove: (id: string, to: number) => void) {
  const [drag, setDrag] = useState<Drag>();
  const hasMoved = useRef(false);

  const start = (event: React.PointerEvent<HTMLElement>, id: string) => {
    hasMoved.current = false;
    if (event.button !== 0 || event.pointerType === "touch") {
      return;
    }
    const [handle, begin, pointer] = [event.currentTarget, event.clientY, event.pointerId];
    const list = handle.closest("ul, tbody");
    const scroller = scrollerOf(list);
    const stop = new AbortController();
    let now: Drag | undefined;

    const show = (next: Drag | undefined) => {
      now = next;
      setDrag(next);
    };
    const end = () => {
      stop.abort();
      show(undefined);
    };
    const onPointerMove = ({ clientY }: PointerEvent) => {
      if (!hasMoved.current && Math.abs(clientY - begin) < threshold) {
        return;
      }
      if (!hasMoved.current) {
        hasMoved.current = true;
        handle.setPointerCapture(pointer);
      }
      const rows = [...(list?.children ?? [])].map((row) => row.getBoundingClientRect());
      const to = rows.filter(({ top, height }) => top + height / 2 < clientY).length;
      if (now?.to !== to) {
        show({ id, to });
      }
      const frame = scroller?.getBoundingClientRect();
      if (frame && (clientY < frame.top + edge || clientY > frame.bottom - edge)) {
        scroller?.scrollBy(0, clientY < frame.top + edge ? -edge : edge);
      }
    };
    const onPointerUp = () => {
      const dropped = now;
      end();
      if (dropped) {
        onMove(id, dropped.to - Number(dropped.to > ids.indexOf(id)));
      }
    };
    const onKeyDown = (press: KeyboardEvent) => {
      if (press.key === "Escape" && hasMoved.current) {
        press.preventDefault();
        press.stopPropagation();
        end();
      }
    };
    const { signal } = stop;
    document.addEventListener("pointermove", onPointerMove, { signal });
    document.addEventListener("pointerup", onPointerUp, { signal });
    document.addEventListener("pointercancel", end, { signal });
    document.addEventListener("keydown", onKeyDown, { signal, capture: true });
  };

  const from = drag ? ids.indexOf(drag.id) : -1;
  const isElsewhere = drag !== undefined && drag.to !== from && drag.to !== from + 1;
  return {
    start,
    /** Whether a click ended a drag: it is one of the pointer, whose press is the last there was. */
    wasDragged: (click: React.MouseEvent) => click.detail > 0 && hasMoved.current,
    isDragged: (id: string) => drag?.id === id,
    /** On which side of a row the line stands. */
    dropOf: (id: string): "before" | "after" | undefined => {
      const at = ids.indexOf(id);
      if (!isElsewhere) {
        return undefined;
      }
      return drag.to === at
        ? "before"
        : drag.to === ids.length && at === ids.length - 1
          ? "after"
          : undefined;
    },
  };
}

export type Dragging = ReturnType<typeof useDragging>;
