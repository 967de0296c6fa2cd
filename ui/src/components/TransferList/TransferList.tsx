import { ArrowLeft, ArrowRight } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/Button/Button";
import { type Option, Side } from "./Side";

export type { Option } from "./Side";

export interface TransferWords {
  excluded: string;
  included: string;
  include: string;
  exclude: string;
  /** Names the box that narrows a side. */
  filter: (side: string) => string;
  clear: string;
  empty: string;
}

interface TransferListProps {
  words: TransferWords;
  excluded: readonly Option[];
  included: readonly Option[];
  /** What is said below a side, such as that not all of it is shown. */
  notes?: { excluded?: string | undefined; included?: string | undefined };
  isReadOnly?: boolean;
  /** Finds what is excluded elsewhere, where not all of it is here. */
  onSearch?: (typed: string) => void;
  onMove: (ids: readonly string[], isIn: boolean) => void;
}

/** Two lists between which things are moved: by the buttons, a double click, or Enter. */
export function TransferList(props: TransferListProps) {
  const { words, excluded, included, notes, isReadOnly = false, onSearch, onMove } = props;
  const [out, setOut] = useState<ReadonlySet<string>>(new Set());
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const move = (ids: readonly string[], isIn: boolean) => {
    if (!isReadOnly && ids.length > 0) {
      onMove(ids, isIn);
      (isIn ? setOut : setTaken)(new Set());
    }
  };
  const chosen = (options: readonly Option[], set: ReadonlySet<string>) =>
    options.filter(({ id }) => set.has(id)).map(({ id }) => id);
  const leaving = chosen(excluded, out);
  const returning = chosen(included, taken);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] gap-3 @max-xl:grid-cols-1">
      <Side
        title={words.excluded}
        words={words}
        options={excluded}
        selected={out}
        note={notes?.excluded}
        onSelect={setOut}
        onSearch={onSearch}
        onMove={isReadOnly ? undefined : (ids) => move(ids, true)}
      />
      {isReadOnly ? (
        <span />
      ) : (
        <div className="flex flex-col justify-center gap-2 @max-xl:flex-row">
          <Button
            disabled={leaving.length === 0}
            onClick={() => move(leaving, true)}
            className="flex-row-reverse"
            icon={<ArrowRight className="size-4 @max-xl:rotate-90" />}
          >
            {words.include}
          </Button>
          <Button
            disabled={returning.length === 0}
            onClick={() => move(returning, false)}
            icon={<ArrowLeft className="size-4 @max-xl:rotate-90" />}
          >
            {words.exclude}
          </Button>
        </div>
      )}
      <Side
        title={words.included}
        words={words}
        options={included}
        selected={taken}
        note={notes?.included}
        onSelect={setTaken}
        onMove={isReadOnly ? undefined : (ids) => move(ids, false)}
      />
    </div>
  );
}
