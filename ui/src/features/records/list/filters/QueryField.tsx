import { ListFilter } from "lucide-react";
import { Button } from "@/components/Button/Button";
import { errorId, Field, inputClass } from "@/components/Field/Field";
import { cn } from "@/lib/cn";
import { words } from "./messages";

interface QueryFieldProps {
  id: string;
  query: string;
  isTried: boolean;
  onQuery: (query: string) => void;
  /** Back to the conditions of which it was written; undefined where it says something else. */
  onBack: (() => void) | undefined;
}

export const isBlank = (query: string | undefined): boolean => query?.trim() === "";

/** The query by which a filter finds its records, where it has one of its own. */
export function QueryField({ id, query, isTried, onQuery, onBack }: QueryFieldProps) {
  const isMissing = isTried && isBlank(query);
  return (
    <div className="grid gap-2">
      <Field label={words.query} htmlFor={id} isRequired error={isMissing ? words.queryMissing : undefined}>
        <textarea
          id={id}
          rows={6}
          value={query}
          spellCheck={false}
          aria-invalid={isMissing}
          aria-describedby={errorId(id)}
          onChange={({ target }) => onQuery(target.value)}
          className={cn(inputClass, "h-auto py-2 font-mono")}
        />
      </Field>
      <p className="text-meta text-n11">{onBack ? words.queryHint : words.queryAlone}</p>
      {onBack ? (
        <Button
          size="small"
          tone="ghost"
          icon={<ListFilter className="size-3.5" />}
          className="justify-self-start"
          onClick={onBack}
        >
          {words.asRows}
        </Button>
      ) : null}
    </div>
  );
}
