import { ChevronLeft, ChevronRight } from "lucide-react";
import { detailOf } from "@/api";
import { Button } from "@/components/Button/Button";
import { Spinner } from "@/components/Spinner/Spinner";
import { type Atom, useAtomValue } from "@/store";
import { words } from "../messages";
import { LivenessMark } from "./LivenessMark";
import { words as own } from "./messages";

interface PagingBarProps {
  object: string;
  /** The list is about to be read again. */
  isOutdated: boolean;
  page: number;
  pages: number;
  /** How many records are shown, and the index of the first visible one. */
  count: number;
  topAtom: Atom<number>;
  size: number;
  /** Undefined before it is known. */
  total: number | undefined;
  isEstimate: boolean;
  hasNext: boolean;
  isTurning: boolean;
  /** Why the list could not be read again. */
  error: Error | null;
  onPage: (page: number) => void;
}

/** 'Page X of Y | Total Records: N | Page Size: S'. */
export function PagingBar({
  object,
  isOutdated,
  page: first,
  pages,
  count: shown,
  topAtom,
  size,
  total,
  isEstimate,
  hasNext,
  isTurning,
  error,
  onPage,
}: PagingBarProps) {
  // A list that is scrolled on passes from page to page.
  const page = first + Math.floor(useAtomValue(topAtom) / size);
  const last = first + Math.ceil(shown / size) - 1;
  const count = isEstimate ? `~${total}` : String(total);
  return (
    <footer
      data-foot
      className="flex min-h-12 shrink-0 items-center justify-between gap-3 border-t bg-surface px-5 py-2 max-sm:px-4"
    >
      <div className="flex min-w-0 items-center gap-3 text-meta text-n11">
        <LivenessMark object={object} isBehind={isTurning || isOutdated} />
        <p role="status" className="flex min-w-0 items-center gap-2 text-meta text-n11 tabular-nums">
          {total === undefined ? null : words.paging(page, Math.max(page, pages), count, size)}
          {isTurning ? <Spinner /> : null}
          {error && !isTurning && total !== undefined ? (
            <span className="truncate text-danger">{own.turnError(detailOf(error))}</span>
          ) : null}
        </p>
      </div>
      <nav aria-label={words.pages} className="flex gap-1.5">
        <Button
          size="small"
          icon={<ChevronLeft className="size-3.5" />}
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        >
          {words.previous}
        </Button>
        <Button size="small" disabled={!hasNext && page >= last} onClick={() => onPage(page + 1)}>
          {words.next}
          <ChevronRight aria-hidden className="size-3.5" />
        </Button>
      </nav>
    </footer>
  );
}
