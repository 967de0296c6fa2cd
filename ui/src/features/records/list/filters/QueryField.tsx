import { ListFilter } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { ApiError } from "@/api";
import { Button } from "@/components/Button/Button";
import { errorId, Field, inputClass } from "@/components/Field/Field";
import { cn } from "@/lib/cn";
import { type ParsedQuery, parseQuery } from "./check";
import { words } from "./messages";

export const isBlank = (query: string | undefined): boolean => query?.trim() === "";

/** What a text that was typed is: parsed, refused, or not yet known. */
export interface QueryState {
  query: string;
  parsed?: ParsedQuery;
  error?: Error;
}

const pause = 400;

/** Parses a query on the server once the typing pauses. */
export function useParsedQuery(query: string | undefined): QueryState | undefined {
  const [state, setState] = useState<QueryState>();
  useEffect(() => {
    if (query === undefined || isBlank(query)) {
      return;
    }
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      try {
        setState({ query, parsed: await parseQuery(query, abort.signal) });
      } catch (error) {
        if (!abort.signal.aborted) {
          setState({ query, error: error instanceof Error ? error : new Error(String(error)) });
        }
      }
    }, pause);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [query]);
  return state?.query === query ? state : undefined;
}

/** The offset in UTF-16 units of a place in a text; lines and columns count characters from 1. */
function offsetOf(text: string, { line, column }: { line: number; column: number }): number {
  const lines = text.split("\n");
  const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  return before + [...(lines[line - 1] ?? "")].slice(0, column - 1).join("").length;
}

interface FaultProps {
  query: string;
  error: Error;
  area: RefObject<HTMLTextAreaElement | null>;
  onQuery: (query: string) => void;
}

/** What is wrong with the query: the line with the word marked, and the name that was probably meant. */
function Fault({ query, error, area, onQuery }: FaultProps) {
  const place = error instanceof ApiError ? error.place : undefined;
  if (!place) {
    return null;
  }
  const from = offsetOf(query, place);
  const word = place.word.replace(/…$/, "");
  const start = query.lastIndexOf("\n", from - 1) + 1;
  const end = query.indexOf("\n", from);
  const { nearest } = place;
  const to = from + word.length;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <button
        type="button"
        className="min-w-0 max-w-full truncate rounded border bg-n2 px-2 py-1 text-left font-mono text-meta"
        onClick={() => {
          area.current?.focus();
          area.current?.setSelectionRange(from, to);
        }}
      >
        {query.slice(start, from)}
        <mark className="rounded-sm bg-danger-soft text-danger underline decoration-wavy underline-offset-2">
          {word || " "}
        </mark>
        {query.slice(to, end < 0 ? undefined : end)}
      </button>
      {nearest ? (
        <Button
          size="small"
          tone="ghost"
          onClick={() => onQuery(`${query.slice(0, from)}${nearest}${query.slice(to)}`)}
        >
          {words.queryMeant(nearest)}
        </Button>
      ) : null}
    </div>
  );
}

const textOf = (error: Error) =>
  error instanceof ApiError && error.place
    ? words.queryAt(error.place.line, error.place.column, error.message)
    : error.message;

interface QueryFieldProps {
  id: string;
  object: string;
  query: string;
  isTried: boolean;
  state: QueryState | undefined;
  onQuery: (query: string) => void;
  /** Shows the query as conditions. */
  onBack: () => void;
}

/** What keeps a query from being a filter of the object; undefined for nothing that is known. */
export function faultOf(object: string, state: QueryState | undefined): Error | undefined {
  if (state?.error) {
    return state.error;
  }
  const { parsed } = state ?? {};
  if (parsed?.rows && parsed.rows.object !== object) {
    return new Error(words.queryOther(object));
  }
  return parsed && !parsed.hasId ? new Error(words.withoutId(object)) : undefined;
}

/** The query by which a filter finds its records, parsed as one types, with its errors at their place. */
export function QueryField({ id, object, query, isTried, state, onQuery, onBack }: QueryFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const fault = faultOf(object, state);
  const missing = isTried && isBlank(query) ? words.queryMissing : undefined;
  const canShow = state?.parsed?.rows !== undefined && !fault;
  return (
    <div className="grid grid-cols-1 gap-2">
      <Field
        label={words.query}
        htmlFor={id}
        isRequired
        error={missing ?? (fault && textOf(fault))}
        hint={state?.parsed && !canShow ? words.queryAlone : words.queryHint}
      >
        <textarea
          ref={area}
          id={id}
          rows={7}
          value={query}
          spellCheck={false}
          aria-invalid={missing !== undefined || fault !== undefined}
          aria-describedby={errorId(id)}
          onChange={({ target }) => onQuery(target.value)}
          className={cn(inputClass, "h-auto py-2 font-mono")}
        />
      </Field>
      {fault ? <Fault query={query} error={fault} area={area} onQuery={onQuery} /> : null}
      <Button
        size="small"
        tone="ghost"
        icon={<ListFilter className="size-3.5" />}
        className="justify-self-start"
        disabled={!canShow}
        onClick={onBack}
      >
        {words.asRows}
      </Button>
    </div>
  );
}
