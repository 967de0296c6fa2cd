import { Link } from "@tanstack/react-router";
import { ArrowRight, PhoneIncoming, PhoneOff } from "lucide-react";
import { useId } from "react";
import { Avatar } from "@/components/Avatar/Avatar";
import { Button } from "@/components/Button/Button";
import { CallClock } from "@/components/CallClock/CallClock";
import { Pill, type PillTone } from "@/components/Pill/Pill";
import { part } from "@/feature";
import { cn } from "@/lib/cn";
import { formatPhone } from "@/lib/phone";
import { t } from "@/messages";
import { identityAtom, useAtomValue } from "@/store";
import { callerName } from "../callerName";
import { declineCall, hangUpCall } from "../commands";
import { words } from "../messages";
import type { CallRecord } from "../objects";
import { phoneAtom } from "../phone/softphone";
import { EnableSound } from "../ringing/EnableSound";
import { countsFrom, customerNumber, ownNumber } from "../rules";
import { transferSentence } from "../transferSentence";
import { useAccept } from "../useAccept";
import { AboutCaller } from "./AboutCaller";
import { Chips } from "./Chips";
import type { DockCall, Standing } from "./dockCalls";
import { MissedMark } from "./Missed";
import { answerKeys } from "./useAnswerKeys";

const Keys = part(() => import("./LineKeys").then((file) => file.Keys));

const RecordingMark = part(() => import("../recordings/RecordingMark").then((file) => file.RecordingMark));

const BarredMark = part(() => import("../BarredMark").then((file) => file.BarredMark));

const RouteKey = part(() => import("./RouteKey").then((file) => file.RouteKey));

const tones: Record<Standing, PillTone> = {
  ringing: "success",
  connecting: "success",
  calling: "success",
  up: "info",
  held: "warning",
  transferring: "warning",
};

interface RowProps {
  featured: DockCall;
  others: readonly DockCall[];
  isBusy: boolean;
  answer: (act: (call: CallRecord) => Promise<boolean>, call: CallRecord) => void;
}

/** One call with who it is, its numbers and clock, and what can be done; the others are chips beside it. */
export function DockCallRow({ featured, others, isBusy, answer }: RowProps) {
  const { call, standing } = featured;
  const me = useAtomValue(identityAtom)?.userId;
  const accept = useAccept();
  const nameId = useId();
  const numbersId = useId();
  const transferId = useId();
  const who = callerName(call);
  const transfer = transferSentence(call, me);
  const isRinging = standing === "ringing";
  const { line } = useAtomValue(phoneAtom);
  const isReconnecting = line?.call === call.id && line.isReconnecting;
  const title = "truncate text-left font-semibold text-lg leading-6";
  return (
    <section
      role={isRinging ? "alertdialog" : "region"}
      aria-labelledby={isRinging ? nameId : undefined}
      aria-label={isRinging ? undefined : words.standing[standing](who)}
      aria-describedby={isRinging ? (transfer ? `${transferId} ${numbersId}` : numbersId) : undefined}
      data-call={call.id}
      className={cn(
        "flex h-full items-center gap-4 px-5 max-sm:gap-2.5 max-sm:px-3",
        isRinging ? "bg-success-soft" : "bg-surface",
      )}
    >
      <Avatar
        name={who}
        size="big"
        className={cn("rounded-full max-sm:hidden", isRinging && "animate-ring")}
      />
      <div className="min-w-0 flex-1">
        <h2 id={nameId} dir="auto" className={title}>
          {call.contact?.id ? (
            <Link to={`/view/contact/record/${call.contact.id}/standard`} className="hover:underline">
              {who}
            </Link>
          ) : (
            who
          )}
        </h2>
        {transfer ? (
          <p id={transferId} title={transfer} className="line-clamp-2 text-meta text-n12 leading-4">
            {transfer}
          </p>
        ) : (
          <AboutCaller call={call} />
        )}
      </div>
      <span className="md:hidden">
        <RecordingMark call={call} />
      </span>
      <EnableSound />
      <MissedMark />
      <Chips calls={others} />
      {/* As wide as ever, whatever the call's state: nothing beside it moves. */}
      <div className="flex w-58 shrink-0 flex-col items-start gap-1 max-md:hidden">
        <span className="flex items-center gap-1.5">
          <Pill tone={isReconnecting ? "warning" : tones[standing]}>
            <CallClock since={countsFrom(call)} className="min-w-7" />
            {isReconnecting ? t.frame.reconnecting : words.standings[standing]}
          </Pill>
          <RecordingMark call={call} />
          <BarredMark call={call} />
        </span>
        <p id={numbersId} className="flex items-center gap-1 text-meta text-n11">
          {formatPhone(customerNumber(call)) || words.anonymous}
          <ArrowRight
            aria-label={call.direction === "inbound" ? words.callsTo : words.calledFrom}
            className={cn("size-3", call.direction === "outbound" && "rotate-180")}
          />
          {formatPhone(ownNumber(call)) || call.phone?.name}
        </p>
      </div>
      <div className="flex shrink-0 items-center justify-end gap-1.5 sm:min-w-88">
        {isRinging ? (
          <>
            <RouteKey call={call} />
            <Button
              key="accept"
              tone="success"
              size="large"
              icon={<PhoneIncoming className="size-4" />}
              disabled={isBusy}
              tip={words.accept}
              keys={answerKeys.accept}
              showsKeys
              className="sm:w-37 max-sm:px-3"
              onClick={() => answer(accept, call)}
            >
              {words.accept}
            </Button>
            <Button
              key="decline"
              isShort
              size="large"
              icon={<PhoneOff className="size-4" />}
              disabled={isBusy}
              tip={words.decline}
              keys={answerKeys.decline}
              showsKeys
              onClick={() => answer(declineCall, call)}
            >
              {words.decline}
            </Button>
          </>
        ) : (
          <>
            <Keys call={call} />
            {/* A button of its own: another one would give it its focus, and its second press. */}
            <Button
              key="end"
              isShort
              tip={words.hangUp}
              tone="danger"
              size="large"
              icon={<PhoneOff className="size-4" />}
              isBusy={isBusy}
              onClick={() => answer(hangUpCall, call)}
            >
              {words.hangUp}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}
