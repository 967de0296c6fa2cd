import type { ReactNode } from "react";
import { Avatar } from "@/components/Avatar/Avatar";
import { cn } from "@/lib/cn";
import { clockTime, dayName, exactTime, parseTime } from "@/lib/time";
import { useZone } from "@/lib/zone";
import { thread as threadWords } from "@/messages/thread";
import { MessageText } from "./MessageText";

interface BubbleProps {
  author: string;
  body: string;
  at: string | undefined;
  isOwn: boolean;
  /** The first of a run by one author: it carries name and picture. */
  startsRun: boolean;
  /** Whether the author's name is worth a line. */
  showsAuthor: boolean;
  startsDay: boolean;
  startsNew: boolean;
  /** It is still on its way. */
  isDim?: boolean;
  /** It was taken back: nobody got it. */
  isVoid?: boolean;
  foot?: ReactNode;
  /** The text as it is shown, where that is not as it was written. */
  content?: ReactNode;
  /** What goes with the text, above it. */
  media?: ReactNode;
}

function DayLine({ at }: { at: Date }) {
  return (
    <div className="flex items-center gap-3 px-5 pt-4 pb-2 text-meta text-n11">
      <span className="h-px flex-1 bg-n6" />
      <span className="font-medium">
        {dayName(at, { today: threadWords.today, yesterday: threadWords.yesterday })}
      </span>
      <span className="h-px flex-1 bg-n6" />
    </div>
  );
}

function NewLine() {
  return (
    <div className="flex items-center gap-3 px-5 py-2 font-medium text-accent-text text-meta">
      <span className="h-px flex-1 bg-accent-line" />
      {threadWords.newMessages}
      <span className="h-px flex-1 bg-accent-line" />
    </div>
  );
}

function colourOf({ isOwn, isVoid, isDim }: BubbleProps): string {
  if (isVoid) {
    return "bg-n3 text-n11 line-through";
  }
  if (isDim) {
    return "bg-surface text-n11 outline outline-1 outline-accent-line outline-dashed -outline-offset-1";
  }
  return isOwn ? "bg-accent-soft text-n12" : "bg-n4 text-n12";
}

/** The text itself, unless files alone were sent. */
function Said(props: BubbleProps & { date: Date | undefined }) {
  const { body, content, media, date } = props;
  return body === "" && media ? null : (
    <div
      title={date ? exactTime(date) : undefined}
      dir="auto"
      className={cn(
        "max-w-full wrap-anywhere rounded-lg px-3 py-1.5 [unicode-bidi:plaintext]",
        content ? "min-w-0" : "whitespace-pre-wrap",
        colourOf(props),
      )}
    >
      {content ?? <MessageText text={body} />}
    </div>
  );
}

/** One message of a thread, with the lines that stand above it. */
export function Bubble(props: BubbleProps) {
  useZone();
  const date = parseTime(props.at);
  return (
    <div>
      {props.startsDay && date ? <DayLine at={date} /> : null}
      {props.startsNew ? <NewLine /> : null}
      <div
        className={cn(
          "flex gap-2.5 px-5 max-sm:px-4",
          props.startsRun ? "pt-2.5" : "pt-0.5",
          props.isOwn && "flex-row-reverse",
        )}
      >
        {props.isOwn ? null : (
          <span className="w-8 shrink-0">{props.startsRun ? <Avatar name={props.author} /> : null}</span>
        )}
        <div
          className={cn(
            "flex min-w-0 max-w-[min(35rem,80%)] flex-col",
            props.isOwn ? "items-end" : "items-start",
          )}
        >
          {props.startsRun ? (
            <p className="flex items-baseline gap-2 px-0.5 pb-0.5 text-meta text-n11">
              {props.showsAuthor ? (
                <bdi className="min-w-0 truncate font-medium text-n12">{props.author}</bdi>
              ) : null}
              {date ? (
                <time dateTime={date.toISOString()} title={exactTime(date)}>
                  {clockTime(date)}
                </time>
              ) : null}
            </p>
          ) : null}
          {props.media}
          <Said {...props} date={date} />
          {props.foot ? (
            <div className="flex items-center gap-2 px-0.5 pt-0.5 text-meta text-n11">{props.foot}</div>
          ) : null}
        </div>
      </div>
    </div>
  );
}
