import { Copy, Download, SearchX, SquareTerminal } from "lucide-react";
import { useState } from "react";
import type { ApiError } from "@/api/problem";
import { Banner } from "@/components/Banner/Banner";
import { Button } from "@/components/Button/Button";
import { Choices } from "@/components/Choices/Choices";
import { IconButton } from "@/components/IconButton/IconButton";
import { PageState } from "@/components/PageState/PageState";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { toast } from "@/components/Toaster/toasts";
import { t } from "@/messages";
import type { LiveRow } from "./live";
import { words } from "./messages";
import { ResultTable } from "./ResultTable";
import { csvOf, jsonOf } from "./rows";
import type { Found } from "./useRun";

type Shape = keyof typeof words.shapes;

function Refusal({ error }: { error: ApiError }) {
  const { place } = error;
  return (
    <Banner tone="danger" className="m-4 items-start">
      <p className="font-medium">{words.failed(error.message)}</p>
      {place ? (
        <p className="text-meta">
          {[
            words.place(place.line, place.column),
            place.expected?.length ? words.expected(place.expected) : "",
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
      ) : null}
    </Banner>
  );
}

const files = {
  json: { text: jsonOf, type: "application/json", name: "query.json" },
  csv: { text: csvOf, type: "text/csv", name: "query.csv" },
};

function save(text: string, type: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(words.copied);
  } catch {
    toast.error(words.notCopied);
  }
}

export interface ResultProps {
  found: Found | undefined;
  error: ApiError | undefined;
  isRunning: boolean;
  onMore: () => void;
  /** The rows of a live query with their keys. */
  keyed?: readonly LiveRow[] | undefined;
  /** It is kept current. */
  isLive?: boolean;
  /** Why it is kept current no more. */
  problem?: string | undefined;
}

/** What a query found, as a table, as JSON and as CSV, or why it found nothing. */
export function Result({ found, error, isRunning, onMore, keyed, isLive = false, problem }: ResultProps) {
  const [shape, setShape] = useState<Shape>("table");
  const content = () => {
    if (!found) {
      if (isRunning) {
        return <SkeletonRows label={t.frame.loading} />;
      }
      return error ? null : (
        <PageState icon={<SquareTerminal />} title={words.fresh} text={words.freshHint} />
      );
    }
    if (found.rows.length === 0) {
      return <PageState icon={<SearchX />} title={words.none} text={words.noneHint} />;
    }
    return (
      <>
        {shape === "table" ? (
          <ResultTable rows={found.rows} keyed={keyed} label={words.result} />
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard has to reach it
          <pre tabIndex={0} className="whitespace-pre-wrap break-words p-4 font-mono text-meta">
            {files[shape].text(found.rows)}
          </pre>
        )}
        {found.hasMore ? (
          <div className="flex justify-center p-4">
            <Button isBusy={isRunning} onClick={onMore}>
              {words.more}
            </Button>
          </div>
        ) : null}
      </>
    );
  };
  const file = shape === "table" ? files.csv : files[shape];
  return (
    <section aria-label={words.result} className="flex min-h-0 flex-1 flex-col">
      <div className="flex h-11 shrink-0 items-center gap-3 border-y bg-surface px-4">
        <Choices label={words.result} words={words.shapes} chosen={shape} onChoose={setShape} />
        <p role="status" className="min-w-0 flex-1 truncate text-meta text-n11">
          {found
            ? `${words.rows(found.rows.length, found.total, found.isEstimated)} · ${isLive ? words.isLive : words.took(found.took)}`
            : ""}
        </p>
        {found && found.rows.length > 0 ? (
          <>
            <IconButton
              label={words.copy}
              icon={<Copy className="size-4" />}
              onClick={() => void copy(file.text(found.rows))}
            />
            <IconButton
              label={words.download}
              icon={<Download className="size-4" />}
              onClick={() => save(file.text(found.rows), file.type, file.name)}
            />
          </>
        ) : null}
      </div>
      <div className="min-h-0 flex-1 overflow-auto bg-n2">
        {error ? <Refusal error={error} /> : null}
        {problem ? (
          <Banner tone="danger" className="m-4 items-start">
            <p className="font-medium">{problem}</p>
            <p className="text-meta">{words.notLive}</p>
          </Banner>
        ) : null}
        {content()}
      </div>
    </section>
  );
}
