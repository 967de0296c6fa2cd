import { Copy } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { IconButton } from "@/components/IconButton/IconButton";
import { toast } from "@/components/Toaster/toasts";
import { useRecords } from "@/store";
import { pluralOf } from "../objects";
import type { ModeProps } from "./Modes";
import { words } from "./messages";
import { useScrollPlace } from "./place";

/** A name with its colon, a text, or a word or number of JSON. */
const token = /("(?:\\.|[^"\\])*")(\s*:)?|\b(?:true|false|null)\b|-?\d[\d.eE+-]*/g;

/** Colors names, texts and other values differently. */
function colored(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const match of text.matchAll(token)) {
    const [all, quoted, colon] = match;
    parts.push(text.slice(at, match.index));
    const color =
      quoted === undefined ? "text-info" : colon === undefined ? "text-success" : "text-accent-text";
    parts.push(
      <span key={match.index} className={color}>
        {quoted ?? all}
      </span>,
    );
    parts.push(colon ?? "");
    at = match.index + all.length;
  }
  return [...parts, text.slice(at)];
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(words.jsonCopied);
  } catch {
    toast.error(words.jsonNotCopied);
  }
}

/** The records of the page as the server sends them, to read and to copy. */
export function JsonMode({ schema, ids }: ModeProps) {
  const scroller = useScrollPlace(ids.length);
  const records = useRecords(schema.api_name, ids);
  const text = useMemo(() => JSON.stringify(records, null, 2), [records]);
  const shown = useMemo(() => colored(text), [text]);
  return (
    <section aria-label={words.jsonOf(pluralOf(schema))} className="relative flex min-h-0 flex-1 flex-col">
      <IconButton
        label={words.copyJson}
        icon={<Copy className="size-4" />}
        className="absolute top-2 right-5 z-10 bg-surface"
        onClick={() => void copy(text)}
      />
      <pre
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        tabIndex={0}
        className="min-h-0 flex-1 overflow-auto px-5 py-4 font-mono text-meta leading-5 focus-visible:-outline-offset-2 max-sm:px-4"
      >
        {shown}
      </pre>
    </section>
  );
}
