import { CircleAlert, Clock, Paperclip } from "lucide-react";
import { Bubble } from "@/components/Bubble/Bubble";
import { thread as threadWords } from "@/messages/thread";

interface OutgoingBubbleProps {
  body: string;
  /** What goes with it. */
  files?: readonly { id: string; name: string }[] | undefined;
  at: string;
  phase: "sending" | "waiting" | "failed";
  failText: string;
  problem: string | undefined;
  onRetry: () => void;
  onDiscard: () => void;
}

const action = "font-medium text-accent-text underline-offset-2 hover:underline";

/** A message on its way: dim while it travels, with its failure and what to do about it in place. */
export function OutgoingBubble(props: OutgoingBubbleProps) {
  const foot =
    props.phase === "failed" ? (
      <span role="alert" className="flex flex-wrap items-center justify-end gap-x-2 text-danger">
        <CircleAlert aria-hidden className="size-3.5" />
        <span>
          {props.failText} {props.problem ? <span className="text-n11">{props.problem}</span> : null}
        </span>
        <button type="button" className={action} onClick={props.onRetry}>
          {threadWords.retry}
        </button>
        <button type="button" className={action} onClick={props.onDiscard}>
          {threadWords.discard}
        </button>
      </span>
    ) : (
      <span className="flex items-center gap-1">
        <Clock aria-hidden className="size-3.5" />
        {props.phase === "waiting" ? threadWords.waiting : threadWords.sending}
      </span>
    );
  return (
    <Bubble
      author={threadWords.you}
      body={props.body}
      at={props.at}
      isOwn
      showsAuthor={false}
      startsRun={false}
      startsDay={false}
      startsNew={false}
      media={
        props.files?.length ? (
          <ul className="mb-0.5 flex flex-col items-end gap-0.5 text-n11">
            {props.files.map(({ id, name }) => (
              <li key={id} className="inline-flex items-center gap-1.5 rounded-lg bg-n3 px-2.5 py-1">
                <Paperclip aria-hidden className="size-3.5 shrink-0" />
                <bdi className="wrap-anywhere">{name}</bdi>
              </li>
            ))}
          </ul>
        ) : undefined
      }
      isDim={props.phase !== "failed"}
      foot={foot}
    />
  );
}
