import { Pin } from "lucide-react";
import type { ObjectSchema } from "@/api";
import { Button } from "@/components/Button/Button";
import { words } from "./messages";
import { rowText } from "./operators";
import type { Where } from "./savedFilter";
import { useFilterFields } from "./useFilterFields";

interface FilterBarProps {
  schema: ObjectSchema;
  where: Where;
  name: string;
  isPinned: boolean;
  /** Of a filter that is not saved. */
  onEdit: (() => void) | undefined;
  onSave: (() => void) | undefined;
  onReset: () => void;
}

/** What the list is narrowed by, in words. */
export function FilterBar({ schema, where, name, isPinned, onEdit, onSave, onReset }: FilterBarProps) {
  const fields = useFilterFields(schema);
  return (
    <section
      aria-label={words.bar}
      className="flex min-h-10 shrink-0 flex-wrap items-center gap-1.5 border-b bg-n2 px-5 py-1.5 max-sm:px-4"
    >
      {isPinned ? (
        <span data-tip={words.isPinned(name)} className="inline-flex">
          <Pin aria-label={words.isPinned(name)} role="img" className="size-3.5 text-accent-text" />
        </span>
      ) : null}
      <span className="max-w-64 truncate font-medium">{name}</span>
      <ul className="flex min-w-0 flex-wrap items-center gap-1.5">
        {where.query === undefined ? null : (
          <li className="max-w-xl truncate font-mono text-meta" data-tip={where.query}>
            {where.query.replace(/\s+/g, " ")}
          </li>
        )}
        {where.rows.length === 0 && where.query === undefined ? (
          <li className="text-meta text-n11">{words.everything}</li>
        ) : null}
        {where.rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are told apart by their place alone
          <li key={at} className="flex min-w-0 items-center gap-1.5">
            {at > 0 ? <span className="text-meta text-n11">{where.isAny ? words.or : words.and}</span> : null}
            <span
              className="truncate rounded-sm border border-n6 bg-surface px-1.5 py-0.5 text-meta"
              dir="auto"
            >
              {rowText(row, fields)}
            </span>
          </li>
        ))}
      </ul>
      <span className="flex-1" />
      {onEdit ? (
        <Button size="small" tone="ghost" onClick={onEdit}>
          {words.editUnsaved}
        </Button>
      ) : null}
      {onSave ? (
        <Button size="small" tone="ghost" onClick={onSave}>
          {words.saveUnsaved}
        </Button>
      ) : null}
      <Button size="small" tone="ghost" onClick={onReset}>
        {words.reset}
      </Button>
    </section>
  );
}
