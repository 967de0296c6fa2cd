import { useState } from "react";

const none: ReadonlyMap<string, boolean> = new Map();

/** What one has moved in a transfer list and not stored yet: by id, whether it shall be in. */
export function useMoves() {
  const [moves, setMoves] = useState(none);
  return {
    moves,
    /** Those that differ from what is stored: what came to stand as one wanted it, by whomever, is no change any more. */
    open: (isIn: (id: string) => boolean) => [...moves].filter(([id, wanted]) => isIn(id) !== wanted),
    move: (ids: readonly string[], wanted: boolean) =>
      setMoves((had) => new Map([...had, ...ids.map((id): [string, boolean] => [id, wanted])])),
    settle: (id: string) => setMoves((had) => new Map([...had].filter(([one]) => one !== id))),
    discard: () => setMoves(none),
  };
}

export type Moves = ReturnType<typeof useMoves>;
