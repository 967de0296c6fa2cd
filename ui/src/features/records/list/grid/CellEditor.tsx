import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Button } from "@/components/Button/Button";
import { type FieldSpec, fieldType, isEmpty } from "@/fields";
import { NewRecordContext } from "@/fields/lookup/newRecord";
import { isMod } from "@/lib/keys";
import { readCell } from "./clipboard";
import { words } from "./messages";

export type Leaving = "stay" | "down" | "up" | "next" | "back";

/** What sets the value in many records. */
interface ApplyOffer {
  label: string;
  run: (value: unknown) => void;
}

interface CellEditorProps {
  cell: HTMLElement;
  field: FieldSpec;
  value: unknown;
  problem: string | undefined;
  /** A key that was typed on the cell and stands for its value. */
  start: string | undefined;
  offers: readonly ApplyOffer[];
  onCommit: (value: unknown, problem: string | undefined, leaving: Leaving) => void;
  onCancel: () => void;
}

const controls = "input, select, textarea, [contenteditable=true], button";
const leastWidth = 260;
const layers = "dialog, [popover], [role=listbox], [role=menu]";

/** Lays the editor over its cell, within the window. */
function place(editor: HTMLElement, cell: HTMLElement): void {
  const { left, top, width } = cell.getBoundingClientRect();
  const wide = Math.max(width + 2, Math.min(leastWidth, innerWidth - 16));
  editor.style.width = `${wide}px`;
  editor.style.left = `${Math.max(8, Math.min(left - 1, innerWidth - 8 - wide))}px`;
  editor.style.top = `${Math.max(8, Math.min(top - 1, innerHeight - 8 - editor.offsetHeight))}px`;
}

/** Where a key in the editor leads; undefined for one that belongs to its control. */
function wayOf(event: KeyboardEvent): Leaving | "cancel" | undefined {
  if (event.defaultPrevented || event.nativeEvent.isComposing) {
    return undefined;
  }
  if (event.key === "Escape") {
    return "cancel";
  }
  if (event.key === "Tab") {
    return event.shiftKey ? "back" : "next";
  }
  // Lines of a longer text end by Enter as well, and buttons are pressed by it.
  const isOwn = event.target instanceof HTMLTextAreaElement && !isMod(event);
  return event.key === "Enter" && !isOwn && !(event.target instanceof HTMLButtonElement)
    ? event.shiftKey
      ? "up"
      : "down"
    : undefined;
}

/** Changes one cell where it stands. Enter and Tab keep what was typed, Escape does not. */
export function CellEditor(props: CellEditorProps) {
  const { cell, field, start, offers, onCommit, onCancel } = props;
  const [typed, setTyped] = useState(() =>
    start === undefined
      ? { value: props.value, problem: props.problem }
      : { problem: undefined, ...readCell(field, start) },
  );
  const ref = useRef<HTMLDivElement>(null);
  const current = useRef({ typed, onCommit });
  current.current = { typed, onCommit };
  const id = useId();
  const { Edit } = fieldType(field.kind);
  const lacking = field.isRequired && isEmpty(typed.value) ? words.required(field.title) : undefined;
  const problem = typed.problem ?? lacking;

  useLayoutEffect(() => {
    const editor = ref.current;
    if (!editor) {
      return;
    }
    place(editor, cell);
    const control = editor.querySelector<HTMLElement>(controls);
    control?.focus();
    if (control instanceof HTMLInputElement && start === undefined) {
      control.select?.();
    }
    const follow = () => place(editor, cell);
    document.addEventListener("scroll", follow, true);
    addEventListener("resize", follow);
    const size = new ResizeObserver(follow);
    size.observe(editor);
    return () => {
      document.removeEventListener("scroll", follow, true);
      removeEventListener("resize", follow);
      size.disconnect();
    };
  }, [cell, start]);

  useEffect(() => {
    const away = ({ target }: PointerEvent) => {
      const isInside = target instanceof Element && (ref.current?.contains(target) || target.closest(layers));
      if (!isInside) {
        const { typed: now, onCommit: commit } = current.current;
        commit(now.value, now.problem, "stay");
      }
    };
    document.addEventListener("pointerdown", away, true);
    return () => document.removeEventListener("pointerdown", away, true);
  }, []);

  const leave = (leaving: Leaving) => onCommit(typed.value, typed.problem, leaving);
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    const way = wayOf(event);
    if (way !== undefined) {
      event.preventDefault();
      if (way === "cancel") {
        onCancel();
      } else {
        leave(way);
      }
    }
  };
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the control inside
    <div
      ref={ref}
      onKeyDown={onKeyDown}
      className="fixed z-40 rounded border border-accent bg-surface p-px shadow-float"
    >
      <label htmlFor={id} className="sr-only">
        {field.title}
      </label>
      <NewRecordContext value={undefined}>
        <Edit
          id={id}
          field={field}
          value={typed.value}
          onChange={(value, wrong) => setTyped({ value, problem: wrong })}
          onBlur={() => undefined}
          isInvalid={problem !== undefined}
          describedBy={problem === undefined ? undefined : `${id}-error`}
        />
      </NewRecordContext>
      {problem ? (
        <p id={`${id}-error`} role="alert" className="px-2 py-1 text-danger text-meta">
          {problem}
        </p>
      ) : null}
      {offers.length > 0 && problem === undefined ? (
        <div className="flex flex-wrap gap-1 p-1">
          {offers.map(({ label, run }) => (
            <Button key={label} size="small" tone="ghost" onClick={() => run(typed.value)}>
              {label}
            </Button>
          ))}
        </div>
      ) : null}
    </div>,
    document.body,
  );
}
