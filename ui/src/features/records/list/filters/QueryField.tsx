import { errorId, Field, inputClass } from "@/components/Field/Field";
import { cn } from "@/lib/cn";
import { words } from "./messages";

interface QueryFieldProps {
  id: string;
  query: string;
  isTried: boolean;
  onQuery: (query: string) => void;
}

export const isBlank = (query: string | undefined): boolean => query?.trim() === "";

/** The query by which a filter finds its records, where it has one of its own. */
export function QueryField({ id, query, isTried, onQuery }: QueryFieldProps) {
  const isMissing = isTried && isBlank(query);
  return (
    <Field label={words.query} htmlFor={id} isRequired error={isMissing ? words.queryMissing : undefined}>
      <textarea
        id={id}
        rows={6}
        value={query}
        spellCheck={false}
        aria-invalid={isMissing}
        aria-describedby={errorId(id)}
        placeholder={words.queryHint}
        onChange={({ target }) => onQuery(target.value)}
        className={cn(inputClass, "h-auto py-2 font-mono")}
      />
    </Field>
  );
}
