import { ArrowDown, ArrowUp, X } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { Field, inputClass } from "@/components/Field/Field";
import { Select } from "@/components/Field/Select";
import { IconButton } from "@/components/IconButton/IconButton";
import type { FieldSpec } from "@/fields";
import { cn } from "@/lib/cn";
import { t } from "@/messages";
import { words } from "../messages";
import { moved } from "./moved";
import { leastWidth, mostWidth, type Widths } from "./widths";

interface ColumnsSheetProps {
  /** All that can be shown. */
  fields: readonly FieldSpec[];
  /** Its column is always there. */
  nameField: string;
  shown: readonly string[];
  usual: readonly string[];
  /** Those that the reader gave a width. */
  widths: Widths;
  /** widths holds what changed, null for the usual width. */
  onApply: (names: readonly string[], widths: Readonly<Record<string, number | null>>) => void;
  onClose: () => void;
}

const asTyped = (width: number | undefined): string => (width === undefined ? "" : String(width));

/** Chooses which fields a list shows, in which order, and how wide they are. */
export function ColumnsSheet({
  fields,
  nameField,
  shown,
  usual,
  widths,
  onApply,
  onClose,
}: ColumnsSheetProps) {
  const [names, setNames] = useState(shown);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const isWrong = (text: string) =>
    text !== "" && !(/^\d+$/.test(text) && Number(text) >= leastWidth && Number(text) <= mostWidth);
  const changed = Object.entries(typed).filter(([name, text]) => text !== asTyped(widths[name]));
  const id = useId();
  const left = fields.filter(({ name }) => !names.includes(name));
  const titleOf = (name: string) => fields.find((field) => field.name === name)?.title ?? name;
  return (
    <Dialog
      isSheet
      title={words.columns}
      onClose={onClose}
      onSubmit={() => {
        if (!changed.some(([, text]) => isWrong(text))) {
          onApply(
            names,
            Object.fromEntries(changed.map(([name, text]) => [name, text === "" ? null : Number(text)])),
          );
        }
      }}
      isDirty={names.join() !== shown.join() || changed.length > 0}
      footer={
        <>
          <Button
            onClick={() => {
              setNames(usual);
              setTyped(Object.fromEntries(Object.keys(widths).map((name) => [name, ""])));
            }}
          >
            {words.usualColumns}
          </Button>
          <span className="flex-1" />
          <Button onClick={onClose}>{t.frame.cancel}</Button>
          <Button type="submit" tone="primary">
            {words.apply}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Field label={words.addColumn} htmlFor={id}>
          <Select
            id={id}
            value=""
            disabled={left.length === 0}
            onChange={({ target }) => setNames([...names, target.value])}
          >
            <option value="">{left.length === 0 ? words.allColumns : words.chooseColumn}</option>
            {left.map(({ name, title }) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </Select>
        </Field>
        <ol aria-label={words.columns} className="divide-y rounded border">
          {names.map((name, at) => {
            const title = titleOf(name);
            const width = typed[name] ?? asTyped(widths[name]);
            return (
              <li key={name} className="flex h-9 items-center gap-1 pr-1 pl-3">
                <span className="min-w-0 flex-1 truncate">{title}</span>
                <input
                  inputMode="numeric"
                  aria-label={words.columnWidth(title)}
                  aria-invalid={isWrong(width)}
                  data-tip={words.columnWidths(leastWidth, mostWidth)}
                  placeholder={words.usualWidth}
                  value={width}
                  onChange={({ target }) => setTyped({ ...typed, [name]: target.value.trim() })}
                  className={cn(inputClass, "max-w-18 text-right tabular-nums")}
                />
                <IconButton
                  className="size-7"
                  label={words.columnEarlier(title)}
                  icon={<ArrowUp className="size-4" />}
                  disabled={at === 0}
                  onClick={() => setNames(moved(names, at, -1))}
                />
                <IconButton
                  className="size-7"
                  label={words.columnLater(title)}
                  icon={<ArrowDown className="size-4" />}
                  disabled={at === names.length - 1}
                  onClick={() => setNames(moved(names, at, 1))}
                />
                <IconButton
                  className="size-7"
                  label={words.withoutColumn(title)}
                  icon={<X className="size-4" />}
                  disabled={name === nameField}
                  onClick={() => setNames(names.filter((other) => other !== name))}
                />
              </li>
            );
          })}
        </ol>
      </div>
    </Dialog>
  );
}
