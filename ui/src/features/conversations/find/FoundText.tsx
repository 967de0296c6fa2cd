import { cn } from "@/lib/cn";
import { matchesIn, type Piece } from "./matches";

interface PiecesProps {
  pieces: readonly Piece[];
  /** It is the match that one is at. */
  isCurrent?: boolean;
}

/** A text in pieces, with what was looked for marked. */
export function Pieces({ pieces, isCurrent = false }: PiecesProps) {
  return pieces.map((piece, at) =>
    piece.found ? (
      <mark
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces differ by their place alone
        key={at}
        className={cn(
          "rounded-xs text-n12",
          isCurrent ? "bg-warning-soft outline outline-2 outline-warning" : "bg-warning-soft",
        )}
      >
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
}

interface FoundTextProps {
  text: string;
  typed: string;
  isCurrent: boolean;
}

/** What somebody wrote, with what was looked for marked. */
export function FoundText({ text, typed, isCurrent }: FoundTextProps) {
  return (
    <span className="whitespace-pre-wrap" aria-current={isCurrent ? "true" : undefined}>
      <Pieces pieces={matchesIn(text, typed)} isCurrent={isCurrent} />
    </span>
  );
}
