import { Plus } from "lucide-react";
import { useRef } from "react";
import { flushSync } from "react-dom";
import { Button } from "@/components/Button/Button";
import { useDragging } from "@/lib/useDragging";
import { freeName } from "./apiName";
import { freeColor } from "./colors";
import { type EditedOption, moved } from "./field";
import { words } from "./messages";
import { OptionRow } from "./OptionRow";

interface OptionsEditorProps {
  id: string;
  options: readonly EditedOption[];
  onChange: (options: readonly EditedOption[]) => void;
  /** Without any, people write what they want. */
  isOpen: boolean;
  error?: string | undefined;
}

/** The values that a field offers: what each is called, its color, whether it is offered, and their order. */
export function OptionsEditor({ id, options, onChange, isOpen, error }: OptionsEditorProps) {
  const list = useRef<HTMLUListElement>(null);
  const move = (key: string, to: number) => {
    const one = options.find((option) => option.key === key);
    const focused = document.activeElement;
    if (one && to >= 0 && to < options.length) {
      flushSync(() => onChange(moved(options, one, to)));
      if (focused instanceof HTMLElement) {
        focused.focus(); // what is moved in the page loses it
      }
    }
  };
  const dragging = useDragging(
    options.map(({ key }) => key),
    move,
  );
  const focusRow = (at: number) => {
    list.current?.children[at]?.querySelector<HTMLElement>("input")?.focus();
  };
  const add = () => {
    const color = freeColor(options.map((option) => option.color));
    const fresh = { key: crypto.randomUUID(), value: "", label: "", color, active: true, isNew: true };
    flushSync(() => onChange([...options, fresh]));
    focusRow(options.length);
  };
  const change = (key: string, over: Partial<EditedOption>) =>
    onChange(
      options.map((option) => {
        if (option.key !== key) {
          return option;
        }
        const isNamed = option.isNew && over.label !== undefined && over.value === undefined;
        const others = new Set(options.filter((other) => other.key !== key).map(({ value }) => value));
        return { ...option, ...over, ...(isNamed ? { value: freeName(over.label ?? "", others) } : {}) };
      }),
    );
  const remove = (key: string) => {
    const at = options.findIndex((option) => option.key === key);
    flushSync(() => onChange(options.filter((option) => option.key !== key)));
    if (options.length > 1) {
      focusRow(Math.min(at, options.length - 2));
    } else {
      document.getElementById(`${id}-add`)?.focus();
    }
  };
  return (
    <fieldset className="flex flex-col gap-1.5" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="float-left w-full font-medium text-meta text-n11">{words.options}</legend>
      {options.length === 0 ? (
        <p className="text-n11">{isOpen ? words.noOptionsOpen : words.noOptions}</p>
      ) : (
        <>
          <p aria-hidden className="clear-both flex gap-1.5 pr-1 text-meta text-n11">
            <span className="ml-15.5 min-w-0 flex-1">{words.label}</span>
            <span className="w-32 shrink-0 px-2.5 max-sm:w-20">{words.value}</span>
            <span className="w-16 shrink-0 pl-0.5">{words.offered}</span>
          </p>
          <ul ref={list} className="clear-both overflow-hidden rounded border border-n6">
            {options.map((option, at) => (
              <OptionRow
                key={option.key}
                option={option}
                at={at}
                dragging={dragging}
                onChange={(over) => change(option.key, over)}
                onMove={(to) => move(option.key, to)}
                onEnter={() => (at === options.length - 1 ? add() : focusRow(at + 1))}
                onRemove={() => remove(option.key)}
              />
            ))}
          </ul>
        </>
      )}
      {error ? (
        <p id={`${id}-error`} role="alert" className="text-danger text-meta">
          {error}
        </p>
      ) : null}
      <div className="flex items-center gap-3">
        <Button id={`${id}-add`} size="small" icon={<Plus className="size-3.5" />} onClick={add}>
          {words.addOption}
        </Button>
        {options.length > 0 ? (
          <p className="min-w-0 text-meta text-n11 max-sm:hidden">{words.optionsLead}</p>
        ) : null}
      </div>
    </fieldset>
  );
}
