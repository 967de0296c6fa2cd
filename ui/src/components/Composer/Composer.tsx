import { ArrowUp } from "lucide-react";
import { useId, useLayoutEffect, useRef, useState } from "react";
import { threadColumn } from "@/components/Thread/column";
import { cn } from "@/lib/cn";
import { keyLabel } from "@/lib/keys";
import { thread as threadWords } from "@/messages/thread";
import { draftOf, keepDraft } from "./drafts";
import { keysOf, type SendKey, sends } from "./keys";

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
  /** How long a text is, in the measure that counts where it goes. */
  measure?: (text: string) => string;
  /** Whether one is to write in it at once, behind what is there. */
  takesFocus?: boolean;
  sendKey: SendKey;
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
  const note = blocked ?? over ?? problem;
  const nearEnd =
    left !== undefined && left < warnBelow ? threadWords.characters(Math.max(0, left)) : undefined;
  const counter = props.measure && text !== "" ? props.measure(text) : nearEnd;
  return (
    <div data-foot className={cn(threadColumn, "shrink-0 px-4 pb-4 max-sm:px-3 max-sm:pb-3")}>
      <div
        data-tip={blocked}
        className={cn(
          "rounded-lg border border-n7 bg-surface shadow-small focus-within:border-accent focus-within:outline-2 focus-within:outline-accent-line",
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
            if (sends(event.nativeEvent, props.sendKey)) {
              event.preventDefault();
              send();
            }
          }}
          className="block min-h-9 w-full resize-none bg-transparent px-3 pt-2 pb-1 outline-none disabled:cursor-not-allowed"
        />
        <div className="flex min-h-8 items-center gap-3 pr-1 pl-3 text-meta">
          <p
            id={noteId}
            role={isWrong ? "alert" : undefined}
            className={cn("min-w-0 flex-1", isWrong ? "text-danger" : "text-n11")}
          >
            {note}
          </p>
          {counter ? <span className="shrink-0 text-n11">{counter}</span> : null}
          <button
            type="button"
            aria-label={props.sendLabel}
            data-tip={blocked ?? over ?? props.sendLabel}
            data-tip-keys={blocked ? undefined : keyLabel(keysOf[props.sendKey])}
            disabled={blocked !== undefined}
            aria-disabled={over !== undefined}
            onClick={send}
            className={cn(
              "flex size-7 shrink-0 items-center justify-center rounded transition-colors duration-120",
              text.trim() === "" || blocked || over
                ? "bg-n4 text-n10"
                : "bg-accent text-on-accent hover:bg-accent-hover",
            )}
          >
            <ArrowUp aria-hidden className="size-4" />
          </button>
        </div>
      </div>
    </div>
  );
}
