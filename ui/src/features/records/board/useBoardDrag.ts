import {
  type CollisionDetection,
  type DragEndEvent,
  type DragOverEvent,
  type DragStartEvent,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { WireRecord } from "@/api";
import { peek, shownAtom, store } from "@/store";
import type { Sort } from "../live/sorting";
import { words } from "./messages";
import { type Move, mayMove, move } from "./moves";
import { type Pile, type Place, placeKey, placeOf, whereIs } from "./piles";
import type { Board } from "./settings";

/** A card on its way. */
export interface Drag {
  id: string;
  from: string;
  /** The place that it would be dropped in; undefined over none. */
  over: string | undefined;
  isByKeys: boolean;
  /** How high the gap is that it would take. */
  height: number;
}

interface DragRequest {
  object: string;
  board: Board | undefined;
  columns: readonly Pile[];
  lanes: readonly Pile[];
  sort: Sort;
  mayUpdate: boolean;
  nameOf: (record: WireRecord) => string;
}

const fromPointer: CollisionDetection = (args) => pointerWithin(args);

const heightOf = (id: string) =>
  document.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`)?.offsetHeight ?? 64;

/** Whether a place is another one's neighbor: where an arrow leads, by the order of the board. */
export function neighbor(
  { column, lane }: Place,
  key: string,
  columns: readonly string[],
  lanes: readonly string[],
): Place | undefined {
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  if (!step) {
    return undefined;
  }
  const [sideways = 0, down = 0] = step;
  const next = columns[columns.indexOf(column) + sideways];
  const below = lanes.length === 0 ? (down === 0 ? lane : undefined) : lanes[lanes.indexOf(lane) + down];
  return next === undefined || below === undefined ? undefined : { column: next, lane: below };
}

/** Cards that are moved: by the mouse and by touch, or by keys. */
export function useBoardDrag(request: DragRequest) {
  const { object, board, columns, lanes, sort, mayUpdate, nameOf } = request;
  const [drag, setDrag] = useState<Drag>();
  const [said, setSaid] = useState("");
  /** The card that was put somewhere last. */
  const [moved, setMoved] = useState<string>();
  const focused = useRef<string>(undefined);

  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 5 } }),
    // A finger that moves at once scrolls.
    useSensor(TouchSensor, { activationConstraint: { delay: 220, tolerance: 8 } }),
  );

  const recordOf = (id: string) =>
    peek(object, id) === undefined ? undefined : store.get(shownAtom(object, id))?.record;
  const goal = (key: string): Move | undefined => {
    const place = placeOf(key);
    const column = columns.find((one) => one.key === place.column);
    const lane = lanes.find((one) => one.key === place.lane);
    return column ? { column, lane } : undefined;
  };
  const nameOfPlace = (key: string) => {
    const to = goal(key);
    return words.cardsIn(to?.column.label ?? "", to?.lane?.label ?? "");
  };

  /** Whether a card may be dropped in a place. */
  const accepts = (id: string, key: string): boolean => {
    const to = goal(key);
    return board !== undefined && to !== undefined && mayMove(recordOf(id), board, to, mayUpdate);
  };

  const drop = (id: string, key: string | undefined) => {
    setDrag(undefined);
    const record = recordOf(id);
    const to = key === undefined ? undefined : goal(key);
    if (board && record && to && key !== undefined && accepts(id, key)) {
      setMoved(id);
      void move(object, record, board, to, sort);
      return true;
    }
    return false;
  };

  const begin = (id: string, isByKeys: boolean) => {
    const record = recordOf(id);
    if (board && record) {
      const from = placeKey(whereIs(record, board));
      setDrag({ id, from, over: from, isByKeys, height: heightOf(id) });
    }
  };

  // A card that keys have moved is drawn again in its new place, and gets the focus back.
  useEffect(() => {
    const id = focused.current;
    if (id !== undefined && drag === undefined) {
      focused.current = undefined;
      document.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"] [data-card-link]`)?.focus();
    }
  });

  const isGrabbed = drag?.isByKeys === true;
  const overKey = isGrabbed ? drag.over : undefined;
  useEffect(() => {
    if (overKey !== undefined) {
      document
        .querySelector(`[data-place="${CSS.escape(overKey)}"]`)
        ?.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  }, [overKey]);

  /** What a key does with the card that keys hold. */
  const steer = (key: string, record: WireRecord, held: Drag) => {
    const next = neighbor(
      placeOf(held.over ?? held.from),
      key,
      columns.map((column) => column.key),
      lanes.map((lane) => lane.key),
    );
    if (next) {
      const over = placeKey(next);
      setDrag({ ...held, over });
      setSaid(words.over(nameOfPlace(over)));
    } else if (key === " " || key === "Enter") {
      focused.current = held.id;
      const isDone = drop(held.id, held.over);
      setSaid(isDone ? words.dropped(nameOf(record), nameOfPlace(held.over ?? held.from)) : words.cancelled);
    } else if (key === "Escape" || key === "Tab") {
      setDrag(undefined);
      setSaid(words.cancelled);
    }
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const id = event.target instanceof HTMLElement ? event.target.dataset.cardLink : undefined;
    const record = id === undefined ? undefined : recordOf(id);
    if (id === undefined || !record) {
      return;
    }
    if (drag?.isByKeys) {
      steer(event.key, record, drag);
      if (event.key !== "Tab") {
        event.preventDefault();
        event.stopPropagation();
      }
    } else if (event.key === " ") {
      event.preventDefault();
      if (mayUpdate) {
        begin(id, true);
        setSaid(words.pickedUp(nameOf(record)));
      }
    }
  };

  return {
    drag,
    said,
    moved,
    accepts,
    onKeyDown,
    /** The focus went elsewhere: what keys hold is put back. */
    onBlur: () => {
      if (isGrabbed && focused.current === undefined) {
        setDrag(undefined);
      }
    },
    context: {
      sensors,
      collisionDetection: fromPointer,
      onDragStart: ({ active }: DragStartEvent) => begin(String(active.id), false),
      onDragOver: ({ over }: DragOverEvent) =>
        setDrag((had) => had && { ...had, over: over ? String(over.id) : undefined }),
      onDragEnd: ({ active, over }: DragEndEvent) => {
        drop(String(active.id), over ? String(over.id) : undefined);
      },
      onDragCancel: () => setDrag(undefined),
    },
  };
}
