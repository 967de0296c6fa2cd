import { Plus, SquareTerminal } from "lucide-react";
import type { Filter } from "@/api";
import { Button } from "@/components/Button/Button";
import { Select } from "@/components/Field/Select";
import type { FieldSpec } from "@/fields";
import { isEmpty } from "@/fields/value";
import { FilterRow, rowOf } from "./FilterRow";
import { words } from "./messages";
import { takesValue } from "./operators";

export interface Line {
  key: number;
  row: Filter;
}

/** As many as the server takes. */
const most = 30;

export const isMissing = ({ operator, value }: Filter): boolean => takesValue(operator) && isEmpty(value);

interface FilterRowsProps {
  id: string;
  fields: readonly FieldSpec[];
  lines: readonly Line[];
  isAny: boolean;
  isTried: boolean;
  onLines: (lines: readonly Line[]) => void;
  onAny: (isAny: boolean) => void;
  /** Writes the conditions as a query, which can say more. */
  onQuery: () => void;
}

/** The conditions of a filter, and whether all of them must hold. */
export function FilterRows({ id, fields, lines, isAny, isTried, onLines, onAny, onQuery }: FilterRowsProps) {
  const first = fields[0];
  const add = (field: FieldSpec) =>
    onLines([...lines, { key: Math.max(-1, ...lines.map(({ key }) => key)) + 1, row: rowOf(field) }]);
  return (
    <>
      <div className="flex items-center gap-2">
        <label htmlFor={`${id}-match`} className="font-medium text-meta text-n11">
          {words.match}
        </label>
        <Select
          id={`${id}-match`}
          value={isAny ? "any" : "all"}
          onChange={({ target }) => onAny(target.value === "any")}
        >
          <option value="all">{words.matchAll}</option>
          <option value="any">{words.matchAny}</option>
        </Select>
      </div>
      <ul className="grid gap-2">
        {lines.map(({ key, row }, at) => (
          <FilterRow
            key={key}
            at={at + 1}
            row={row}
            fields={fields}
            isMissing={isTried && isMissing(row)}
            onChange={(next) => onLines(lines.map((line) => (line.key === key ? { key, row: next } : line)))}
            onRemove={() => onLines(lines.filter((line) => line.key !== key))}
          />
        ))}
      </ul>
      {isTried && lines.some(({ row }) => isMissing(row)) ? (
        <p role="alert" className="text-danger text-meta">
          {words.valueMissing}
        </p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {first && lines.length < most ? (
          <Button size="small" tone="ghost" icon={<Plus className="size-3.5" />} onClick={() => add(first)}>
            {words.addRow}
          </Button>
        ) : null}
        <Button
          size="small"
          tone="ghost"
          icon={<SquareTerminal className="size-3.5" />}
          tip={words.asQueryTip}
          onClick={onQuery}
        >
          {words.asQuery}
        </Button>
      </div>
    </>
  );
}
