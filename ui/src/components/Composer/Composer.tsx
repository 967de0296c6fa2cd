import { ArrowUp } from "lucide-react";
import { useId, useLayoutEffect, useRef, useState } from "react";
import { cn } from "@/lib/cn";
import { keyLabel } from "@/lib/keys";
import { thread as threadWords } from "@/messages/thread";
import { draftOf, keepDraft } from "./drafts";
import { sends } from "./keys";

interface ComposerProps {
  /** Names the draft, which outlives the page: one person's, in one thread. */
  draft: string;
  label: string;
  placeholder: string;
  sendLabel: string;
  /** Why nothing can be sent now; shown where one would write. */
  blocked?: string | undefined;
  /** What to say to an empty message; without it, an empty one is only not sent. */
  emptyText?: string;
  /** How many characters fit. What is longer stays as it was written, and can't be sent. */
  maxLength?: number | undefined;
  /** Whether one is to write in it at once, behind what is there. */
  takesFocus?: boolean;
  onSend: (body: string) => void;
  onTyping?: (isTyping: boolean) => void;
}

/** In characters, as the server counts them: a sign beyond the first 65,536 is one, not two. */
const lengthOf = (text: string) => [...text.trim()].length;

const maxHeight = 250;
const warnBelow = 160;

/** Where one writes. The draft is kept until it is sent. */
export function Composer(props: ComposerProps) {
  const { draft, blocked, maxLength } = props;
  const [text, setText] = useState(() => draftOf(draft));
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const noteId = useId();
  const left = maxLength === undefined ? undefined : maxLength - lengthOf(text);
  const over = left !== undefined && left < 0 ? threadWords.tooLong(-left, maxLength ?? 0) : undefined;

  // The height follows the text.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what the height depends on
  useLayoutEffect(() => {
    const box = field.current;
    if (box) {
      box.style.height = "0";
      box.style.height = `${Math.min(maxHeight, box.scrollHeight)}px`;
    }
  }, [text]);

  useLayoutEffect(() => {
    const box = field.current;
    if (props.takesFocus && box) {
      box.focus();
      box.setSelectionRange(box.value.length, box.value.length);
    }
  }, [props.takesFocus]);

  const write = (value: string) => {
    setText(value);
    setProblem(undefined);
    keepDraft(draft, value);
    props.onTyping?.(value !== "");
  };

  const send = () => {
    const body = text.trim();
    field.current?.focus();
    if (over) {
      return;
    }
    if (body === "") {
      setProblem(props.emptyText);
      return;
    }
    write("");
    props.onSend(body);
  };

  const isWrong = problem !== undefined || over !== undefined;
  const note =
    blocked ??
    over ??
    problem ??
    (left !== undefined && left < warnBelow ? threadWords.characters(left) : undefined);
  return (
    <div className="shrink-0 px-4 pb-4 max-sm:px-3 max-sm:pb-3">
      <div
        data-tip={blocked}
        className={cn(
          "flex items-end gap-2 rounded-lg border border-n7 bg-surface p-1.5 pl-3 shadow-small focus-within:border-accent focus-within:outline-2 focus-within:outline-accent-line",
          blocked && "bg-n3",
          isWrong && "border-danger-solid",
        )}
      >
        <textarea
          ref={field}
          rows={1}
          dir="auto"
          aria-label={props.label}
          aria-describedby={note ? noteId : undefined}
          aria-invalid={isWrong}
          placeholder={props.placeholder}
          disabled={blocked !== undefined}
          value={text}
          onChange={(event) => write(event.target.value)}
          onBlur={() => props.onTyping?.(false)}
          onKeyDown={(event) => {
            if (sends(event.nativeEvent)) {
              event.preventDefault();
              send();
            }
          }}
          className="min-h-8 flex-1 resize-none bg-transparent py-1.5 outline-none disabled:cursor-not-allowed"
        />
        <button
          type="button"
          aria-label={props.sendLabel}
          data-tip={blocked ?? over ?? props.sendLabel}
          data-tip-keys={blocked ? undefined : keyLabel("enter")}
          disabled={blocked !== undefined}
          aria-disabled={over !== undefined}
          onClick={send}
          className={cn(
            "flex size-8 shrink-0 items-center justify-center rounded transition-colors duration-120",
            text.trim() === "" || blocked || over
              ? "bg-n4 text-n10"
              : "bg-accent text-on-accent hover:bg-accent-hover",
          )}
        >
          <ArrowUp aria-hidden className="size-4" />
        </button>
      </div>
      {note ? (
        <p
          id={noteId}
          role={isWrong ? "alert" : undefined}
          className={cn("mt-1.5 px-1 text-meta", isWrong ? "text-danger" : "text-n11")}
        >
          {note}
        </p>
      ) : null}
    </div>
  );
}
