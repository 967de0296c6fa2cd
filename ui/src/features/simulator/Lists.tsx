import { ArrowDownLeft, ArrowUpRight, Mic, Phone, PhoneOff } from "lucide-react";
import { useCallback, useState } from "react";
import { detailOf } from "@/api";
import { Avatar } from "@/components/Avatar/Avatar";
import { Button } from "@/components/Button/Button";
import { CallClock } from "@/components/CallClock/CallClock";
import { Pill } from "@/components/Pill/Pill";
import { Time } from "@/components/Time/Time";
import { toast } from "@/components/Toaster/toasts";
import { choiceLabel, choiceTone } from "@/fields/enum/value";
import { cn } from "@/lib/cn";
import { formatPhone } from "@/lib/phone";
import { answerCall, hangUpCall, type SimulatedCall, type SimulatedText } from "./api";
import { words } from "./messages";
import { canAnswer, canTalk, isOver, ourNumber, outsideNumber } from "./rules";
import { TalkPanel } from "./TalkPanel";
import { TextMedia } from "./TextMedia";

const row = "flex min-h-10 items-center gap-3";
const line = "border-b px-4 py-2 last:border-b-0";

function Way({ direction }: { direction: "inbound" | "outbound" }) {
  const Arrow = direction === "inbound" ? ArrowDownLeft : ArrowUpRight;
  return (
    <span className="inline-flex items-center gap-1 text-n11">
      <Arrow aria-hidden className="size-3.5" />
      {words.directions[direction]}
    </span>
  );
}

/** One call as the outside party sees it. */
export function CallLine({
  call,
  who,
  isTalking,
  onTalk,
  onDone,
}: {
  call: SimulatedCall;
  who: string | undefined;
  /** Whether one speaks as this party. */
  isTalking: boolean;
  onTalk: (isTalking: boolean) => void;
  onDone: () => void;
}) {
  const [isBusy, setBusy] = useState(false);
  const number = formatPhone(outsideNumber(call));
  const name = who ?? number;
  const live = !isOver(call);
  const heard = call.heard.at(-1);

  const over = useCallback(() => {
    onTalk(false);
    onDone();
  }, [onTalk, onDone]);

  const act = async (send: (sid: string) => Promise<unknown>) => {
    setBusy(true);
    try {
      await send(call.sid);
    } catch (error) {
      toast.error(words.failed(detailOf(error)));
    }
    setBusy(false);
    onDone();
  };

  return (
    <li data-call={call.sid} className={cn(line, "flex animate-fade flex-col gap-2")}>
      <div className={cn(row, "max-sm:flex-wrap")}>
        <Avatar name={name} />
        <span className="min-w-0 flex-1 leading-4">
          <span className="block truncate font-medium">{name}</span>
          <span className="flex items-center gap-2 truncate text-meta text-n11">
            <Way direction={call.direction} />
            <span className="truncate">{formatPhone(ourNumber(call))}</span>
          </span>
          {heard === undefined ? null : (
            <span className="block text-meta text-n11">{words.heard(heard)}</span>
          )}
        </span>
        <Pill tone={choiceTone(call.status)}>
          {choiceLabel(call.status)}
          {live ? <CallClock since={call.answered_at ?? call.started_at} /> : null}
        </Pill>
        {live ? (
          <span className="flex gap-1.5">
            {canTalk(call) ? (
              <Button
                size="small"
                icon={<Mic className={cn("size-3.5", isTalking && "text-success")} />}
                onClick={() => onTalk(!isTalking)}
              >
                {isTalking ? words.talkByHimself : words.talk}
              </Button>
            ) : null}
            {canAnswer(call) ? (
              <Button
                size="small"
                tone="success"
                icon={<Phone className="size-3.5" />}
                disabled={isBusy}
                onClick={() => void act(answerCall)}
              >
                {words.answer}
              </Button>
            ) : null}
            <Button
              size="small"
              icon={<PhoneOff className="size-3.5 text-danger" />}
              disabled={isBusy}
              onClick={() => void act(hangUpCall)}
            >
              {words.hangUp}
            </Button>
          </span>
        ) : (
          <Time
            at={call.ended_at ?? call.started_at}
            className="w-16 shrink-0 text-right text-meta text-n11"
          />
        )}
      </div>
      {isTalking && canTalk(call) ? <TalkPanel sid={call.sid} name={name} onOver={over} /> : null}
    </li>
  );
}

export function TextLine({ text, who }: { text: SimulatedText; who: string | undefined }) {
  const name = who ?? formatPhone(outsideNumber(text));
  return (
    <li className={cn(line, row)}>
      <Avatar name={name} />
      <span className="min-w-0 flex-1 leading-4">
        <span className="flex items-center gap-2">
          <span className="truncate font-medium">{name}</span>
          <span className="shrink-0 text-meta">
            <Way direction={text.direction} />
          </span>
        </span>
        {text.body ? <span className="mt-0.5 block truncate text-n11">{text.body}</span> : null}
        {text.media ? <TextMedia media={text.media} /> : null}
      </span>
      <Pill tone={choiceTone(text.status)}>{choiceLabel(text.status)}</Pill>
      <Time at={text.at} className="w-16 shrink-0 text-right text-meta text-n11" />
    </li>
  );
}
