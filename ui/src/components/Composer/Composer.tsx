import { ArrowUp } from "lucide-react";
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { threadColumn } from "@/components/Thread/column";
import { cn } from "@/lib/cn";
import { keyLabel } from "@/lib/keys";
import { thread as threadWords } from "@/messages/thread";
import { draftOf, keepDraft } from "./drafts";
import { keysOf, type SendKey, sends } from "./keys";

/** A text and what is selected of it. */
export interface Selected {
  text: string;
  from: number;
  to: number;
}

/** Changes what is being written, from outside the field. */
export interface Editor {
  read(): Selected;
  /** Writes another text with another selection, and goes on there. */
  write(next: Selected): void;
}

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
  /** What can be put into the text, below the field. */
  tools?: ReactNode;
  /** What goes with the text, above it. */
  above?: ReactNode;
  /** Notes about the text while it is written, below it. */
  below?: (text: string) => ReactNode;
  /** What goes along: an empty text can be sent with it. */
  hasMore?: boolean;
  /** Why it can't be sent yet. */
  waiting?: string | undefined;
  editor?: Ref<Editor>;
  /** Gets files that are pasted. */
  onFiles?: ((files: File[]) => void) | undefined;
  /** Hears a key first; true if it was meant for something else. */
  onKey?: (event: KeyboardEvent<HTMLTextAreaElement>) => boolean;
  onText?: (text: string) => void;
  /** What is sent of a text; as it is by default. */
  carried?: (text: string) => string;
  sendKey: SendKey;
  onSend: (body: string) => void;
  onTyping?: (isTyping: boolean) => void;
}

/** In characters, as the server counts them: a sign beyond the first 65,536 is one, not two. */
const lengthOf = (text: string) => [...text.trim()].length;

const maxHeight = 250;
const warnBelow = 160;

/** Lets the tools around the field change what is written in it. */
function useEditor(
  editor: Ref<Editor> | undefined,
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  write: (text: string) => void,
) {
  // The selection follows once the text stands in the field.
  const [selection, setSelection] = useState<Selected>();
  useLayoutEffect(() => {
    if (selection) {
      field.current?.setSelectionRange(selection.from, selection.to);
    }
  }, [selection, field]);
  useImperativeHandle(editor, () => ({
    read: () => ({
      text,
      from: field.current?.selectionStart ?? text.length,
      to: field.current?.selectionEnd ?? text.length,
    }),
    write: (next) => {
      write(next.text);
      setSelection(next);
      field.current?.focus();
    },
  }));
}

interface FootProps {
  props: ComposerProps;
  noteId: string;
  note: string | undefined;
  isWrong: boolean;
  counter: string | undefined;
  over: string | undefined;
  isEmpty: boolean;
  onSend: () => void;
}

/** Below the field: what can be put in, what there is to say, and what sends. */
function Foot({ props, noteId, note, isWrong, counter, over, isEmpty, onSend }: FootProps) {
  const { blocked, waiting, tools } = props;
  return (
    <div
      className={cn(
        "flex min-h-8 items-center gap-x-3 pr-1 text-meta",
        tools ? "flex-wrap pb-0.5 pl-1.5" : "pl-3",
      )}
    >
      {tools && !blocked ? <div className="flex items-center gap-0.5">{tools}</div> : null}
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
        data-tip={blocked ?? over ?? waiting ?? props.sendLabel}
        data-tip-keys={blocked ? undefined : keyLabel(keysOf[props.sendKey])}
        disabled={blocked !== undefined}
        aria-disabled={over !== undefined || waiting !== undefined}
        onClick={onSend}
        className={cn(
          "flex size-7 shrink-0 items-center justify-center rounded transition-colors duration-120",
          isEmpty || blocked || over || waiting
            ? "bg-n4 text-n10"
            : "bg-accent text-on-accent hover:bg-accent-hover",
        )}
      >
        <ArrowUp aria-hidden className="size-4" />
      </button>
    </div>
  );
}

/** Where one writes. The draft is kept until it is sent. */
export function Composer(props: ComposerProps) {
  const { draft, blocked, maxLength, waiting } = props;
  const carried = props.carried ?? ((written: string) => written);
  const [text, setText] = useState(() => draftOf(draft));
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const noteId = useId();
  const left = maxLength === undefined ? undefined : maxLength - lengthOf(carried(text));
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
    props.onText?.(value);
    props.onTyping?.(value !== "");
  };

  useEditor(props.editor, field, text, write);

  const send = () => {
    const body = carried(text).trim();
    field.current?.focus();
    if (over || waiting) {
      return;
    }
    if (body === "" && !props.hasMore) {
      setProblem(props.emptyText);
      return;
    }
    write("");
    props.onSend(body);
  };

  const isWrong = problem !== undefined || over !== undefined;
  const note = blocked ?? over ?? problem ?? waiting;
  const isEmpty = text.trim() === "" && !props.hasMore;
  const nearEnd =
    left !== undefined && left < warnBelow ? threadWords.characters(Math.max(0, left)) : undefined;
  const counter = props.measure && text !== "" ? props.measure(carried(text)) : nearEnd;
  return (
    <div data-foot className={cn(threadColumn, "shrink-0 px-4 pb-4 max-sm:px-3 max-sm:pb-3")}>
      <div
        data-tip={blocked}
        className={cn(
          "@container rounded-lg border border-n7 bg-surface shadow-small focus-within:border-accent focus-within:outline-2 focus-within:outline-accent-line",
          blocked && "bg-n3",
          isWrong && "border-danger-solid",
        )}
      >
        {props.above}
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
          onPaste={(event) => {
            const files = [...event.clipboardData.files];
            if (files.length > 0 && props.onFiles) {
              event.preventDefault();
              props.onFiles(files);
            }
          }}
          onKeyDown={(event) => {
            if (props.onKey?.(event)) {
              event.preventDefault();
            } else if (sends(event.nativeEvent, props.sendKey)) {
              event.preventDefault();
              send();
            }
          }}
          className="block min-h-9 w-full resize-none bg-transparent px-3 pt-2 pb-1 outline-none disabled:cursor-not-allowed"
        />
        {blocked ? null : props.below?.(text)}
        <Foot
          props={props}
          noteId={noteId}
          note={note}
          isWrong={isWrong}
          counter={counter}
          over={over}
          isEmpty={isEmpty}
          onSend={send}
        />
      </div>
    </div>
  );
}
