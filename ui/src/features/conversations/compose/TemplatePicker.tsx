import { Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { detailOf, type WireRecord } from "@/api";
import { Spinner } from "@/components/Spinner/Spinner";
import { cn } from "@/lib/cn";
import { useSchema } from "@/store";
import { words } from "./messages";
import { filled, found, type Piece, type Template, textOf, useTemplates } from "./templates";

/** What a template says to this contact; what is missing is marked. */
function Preview({ pieces }: { pieces: readonly Piece[] }) {
  const isWanting = pieces.some(({ kind }) => kind === "missing");
  return (
    <div className="min-w-0 flex-1 overflow-y-auto border-n6 border-l bg-n2 p-3 max-sm:border-t max-sm:border-l-0">
      <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
        {pieces.map(({ text, kind }, at) =>
          kind === "word" ? (
            text
          ) : kind === "value" ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces stay in their order
            <span key={at} className="font-medium">
              {text}
            </span>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces stay in their order
            <mark key={at} className="rounded bg-warning-soft px-0.5 text-warning">
              {text}
            </mark>
          ),
        )}
      </p>
      {isWanting ? <p className="mt-2 text-meta text-n11">{words.missingHint}</p> : null}
    </div>
  );
}

interface TemplatePickerProps {
  contact: WireRecord | undefined;
  onChoose: (text: string) => void;
  onClose: () => void;
}

/** Chooses a template by name or shortcut, and shows what it says to this contact. */
export function TemplatePicker({ contact, onChoose, onClose }: TemplatePickerProps) {
  const { data, error, refetch } = useTemplates(true);
  const schema = useSchema("contact");
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const id = useId();
  const shown = found(data ?? [], typed);
  const current = shown[Math.min(at, shown.length - 1)];
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: "nearest" });
  }, [at]);
  const piecesOf = (template: Template) => filled(template.body ?? "", contact, schema);
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const move = moves[event.key];
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      onClose();
    } else if (event.key === "Enter" && current) {
      event.preventDefault();
      onChoose(textOf(piecesOf(current)));
    } else if (move !== undefined && shown.length > 0) {
      event.preventDefault();
      setAt((before) => (Math.min(before, shown.length - 1) + move + shown.length) % shown.length);
    }
  };
  return (
    <section aria-label={words.templates} className="flex flex-col border-n6 border-b">
      <label className="flex items-center gap-2 border-n6 border-b px-3">
        <Search aria-hidden className="size-4 shrink-0 text-n10" />
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label={words.searchTemplates}
          aria-expanded
          aria-controls={id}
          aria-activedescendant={current ? `${id}-${current.id}` : undefined}
          autoComplete="off"
          placeholder={words.searchTemplates}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
          className="h-9 min-w-0 flex-1 bg-transparent outline-none"
        />
      </label>
      {data && shown.length > 0 ? (
        <div className="flex h-52 max-sm:h-72 max-sm:flex-col">
          <ul
            ref={list}
            id={id}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: it is the list of the field above
            role="listbox"
            aria-label={words.templates}
            className="w-52 shrink-0 overflow-y-auto p-1 max-sm:h-36 max-sm:w-full"
          >
            {shown.map((template, position) => (
              <li
                key={template.id}
                id={`${id}-${template.id}`}
                // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: it is one of the list
                role="option"
                tabIndex={-1}
                aria-selected={template === current}
                onMouseEnter={() => setAt(position)}
                onMouseDown={(event) => {
                  event.preventDefault();
                  onChoose(textOf(piecesOf(template)));
                }}
                className={cn(
                  "flex cursor-pointer items-baseline gap-2 rounded px-2 py-1.5",
                  template === current && "bg-accent-soft text-accent-text",
                )}
              >
                <bdi className="min-w-0 flex-1 truncate">{template.name}</bdi>
                {template.shortcut ? <span className="text-meta text-n11">/{template.shortcut}</span> : null}
              </li>
            ))}
          </ul>
          {current ? <Preview pieces={piecesOf(current)} /> : null}
        </div>
      ) : (
        <p role={error ? "alert" : "status"} className="flex items-center gap-2 px-3 py-3 text-n11">
          {error ? (
            <>
              {words.templatesFailed} {detailOf(error)}
              <button
                type="button"
                className="rounded font-medium text-accent-text hover:underline"
                onClick={() => void refetch()}
              >
                {words.again}
              </button>
            </>
          ) : data ? (
            data.length === 0 ? (
              words.noTemplates
            ) : (
              words.noTemplateFound
            )
          ) : (
            <Spinner />
          )}
        </p>
      )}
    </section>
  );
}
