interface MarkedProps {
  pieces: readonly { text: string; found?: boolean | undefined }[];
}

/** A value in pieces, of which those that a search found are marked. */
export function Marked({ pieces }: MarkedProps) {
  return pieces.map((piece, at) =>
    piece.found ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces are told apart by their place alone
      <mark key={at} className="rounded-xs bg-accent-soft text-accent-text">
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
}
