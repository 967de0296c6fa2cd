import { ChevronDown, ChevronUp, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { detailOf } from "@/api";
import { inputClass } from "@/components/Field/Field";
import { IconButton } from "@/components/IconButton/IconButton";
import { Spinner } from "@/components/Spinner/Spinner";
import { useAtom } from "@/store";
import type { TextMessage } from "../objects";
import { findAtom } from "./find";
import { words } from "./messages";
import { useMatches } from "./search";

const pause = 300;

interface FindBarProps {
  conversation: string;
  /** The newest message's number: with each new one there may be another match. */
  newest: number;
  /** Shows the match that one is at; undefined for none. */
  onShow: (message: TextMessage | undefined) => void;
}

/** Above a thread: what is looked for in its messages, how often it is there, and the way from match to match. */
export function FindBar({ conversation, newest, onShow }: FindBarProps) {
  const [asked, change] = useAtom(findAtom);
  const [typed, setTyped] = useState(asked?.typed ?? "");
  const wanted = asked?.typed ?? "";
  const from = asked?.from;
  const { data, error, isFetching } = useMatches(conversation, wanted, newest);
  const [at, setAt] = useState<string>();
  const rows = data?.rows ?? [];
  const found = rows.findIndex(({ id }) => id === at);
  const first = from === undefined ? 0 : rows.findIndex(({ number }) => number === from);
  const place = found < 0 ? Math.max(0, first) : found;
  const current = rows[place];
  const show = useRef(onShow);
  show.current = onShow;
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);

  useEffect(() => {
    if (typed.trim() === wanted) {
      return;
    }
    const timer = setTimeout(() => {
      setAt(undefined);
      change((before) => before && { ...before, typed: typed.trim(), from: undefined });
    }, pause);
    return () => clearTimeout(timer);
  }, [typed, wanted, change]);

  // Another match is shown; the same one again would take away where the reader has scrolled.
  const currentId = current?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: its id says whether it is another
  useEffect(() => {
    show.current(current);
  }, [currentId]);

  const turn = (by: number) => {
    if (rows.length > 0) {
      setAt(rows[(place + by + rows.length) % rows.length]?.id);
    }
  };
  const count = rows.length;
  const result =
    wanted === ""
      ? ""
      : error
        ? ""
        : data
          ? count === 0
            ? words.none
            : words.place(place + 1, count, data.isMore)
          : "";
  return (
    <search
      aria-label={words.bar}
      className="flex shrink-0 items-center gap-1 border-b bg-n2 px-5 py-1.5 max-sm:px-4"
    >
      <input
        ref={input}
        type="search"
        aria-label={words.field}
        placeholder={words.field}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.nativeEvent.isComposing) {
            event.preventDefault();
            turn(event.shiftKey ? -1 : 1);
          } else if (event.key === "Escape") {
            event.preventDefault();
            event.stopPropagation();
            change(undefined);
          }
        }}
        className={`${inputClass} max-w-72 flex-1 [&::-webkit-search-cancel-button]:hidden`}
      />
      <span role="status" className="min-w-20 px-2 text-center text-meta text-n11 tabular-nums">
        {isFetching && !data ? <Spinner /> : result}
      </span>
      {error ? (
        <span role="alert" className="min-w-0 truncate text-danger text-meta">
          {detailOf(error) || words.failed}
        </span>
      ) : null}
      {/* The newest match is the first: the next one stands above it. */}
      <IconButton
        label={words.next}
        keys="enter"
        icon={<ChevronUp className="size-4" />}
        disabled={count === 0}
        onClick={() => turn(1)}
      />
      <IconButton
        label={words.previous}
        keys="shift+enter"
        icon={<ChevronDown className="size-4" />}
        disabled={count === 0}
        onClick={() => turn(-1)}
      />
      <IconButton
        label={words.close}
        keys="escape"
        icon={<X className="size-4" />}
        className="ml-auto"
        onClick={() => change(undefined)}
      />
    </search>
  );
}
