import { useId, useState } from "react";
import type { ConditionsProps } from "@/feature";
import { asQuery } from "./asQuery";
import { FilterRows, isMissing, type Line } from "./FilterRows";
import { useFilterFields } from "./useFilterFields";

/** The conditions that records are chosen by, for whatever shows records: rows that are not filled in yet do not count. */
export function ConditionsField({ schema, rows, isAny, onChange, onQuery }: ConditionsProps) {
  const id = useId();
  const fields = useFilterFields(schema);
  const [lines, setLines] = useState<readonly Line[]>(() => rows.map((row, key) => ({ key, row })));
  const filled = (all: readonly Line[]) => all.map(({ row }) => row).filter((row) => !isMissing(row));
  return (
    <div className="@container grid gap-3">
      <FilterRows
        id={id}
        fields={fields}
        lines={lines}
        isAny={isAny}
        isTried={false}
        onLines={(next) => {
          setLines(next);
          onChange(filled(next), isAny);
        }}
        onAny={(next) => onChange(filled(lines), next)}
        onQuery={() => onQuery(asQuery(schema, { rows: filled(lines), isAny }))}
      />
    </div>
  );
}
