import { PhoneIncoming, PhoneOff, PhoneOutgoing } from "lucide-react";
import type { ReactNode } from "react";
import { Avatar } from "@/components/Avatar/Avatar";
import { Button } from "@/components/Button/Button";
import { CallClock } from "@/components/CallClock/CallClock";
import { Pill, type PillTone } from "@/components/Pill/Pill";
import { Time } from "@/components/Time/Time";
import { part } from "@/feature";
import { cn } from "@/lib/cn";
import { formatPhone } from "@/lib/phone";
import { BarredMark } from "./BarredMark";
import { callerName } from "./callerName";
import { hangUpCall } from "./commands";
import { words } from "./messages";
import type { CallRecord } from "./objects";
import { RecordingMark } from "./recordings/RecordingMark";
import { countsFrom, isTransferring } from "./rules";
import { useAccept } from "./useAccept";

const RouteButton = part(() => import("./dock/RouteKey").then((file) => file.RouteButton));

const tones: Partial<Record<CallRecord["status"], PillTone>> = {
  ringing: "success",
  "in-progress": "info",
  queued: "warning",
};

function Entry({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-meta text-n11">{label}</dt>
      <dd className="truncate">{children || <span className="text-n10">–</span>}</dd>
    </div>
  );
}

interface CallCardProps {
  call: CallRecord;
  canAccept: boolean;
  isOwn: boolean;
  isMarked?: boolean;
}

/** One live call with all that is known of it. */
export function CallCard({ call, canAccept, isOwn, isMarked = false }: CallCardProps) {
  const fields = words.fields;
  const accept = useAccept();
  const Direction = call.direction === "inbound" ? PhoneIncoming : PhoneOutgoing;
  const isWaiting = call.direction === "inbound" && call.status === "ringing" && !isOwn;
  return (
    <article
      data-call={call.id}
      className={cn("animate-rise rounded-lg border bg-surface shadow-small", isMarked && "border-accent")}
    >
      <header className="flex items-center gap-3 border-b px-4 py-3">
        <Avatar name={callerName(call)} />
        <h3 dir="auto" className="min-w-0 flex-1 truncate text-left font-semibold">
          {callerName(call)}
        </h3>
        <BarredMark call={call} />
        <Pill tone={tones[call.status] ?? "neutral"}>
          {words.statuses[call.status]}
          <CallClock since={countsFrom(call)} />
        </Pill>
        <RecordingMark call={call} />
        {isWaiting && canAccept && !isTransferring(call) ? <RouteButton call={call} /> : null}
        {isWaiting ? (
          <Button
            tone="success"
            size="small"
            icon={<PhoneIncoming className="size-3.5" />}
            disabled={!canAccept}
            tip={canAccept ? undefined : call.user ? words.beingTaken(call.user.name ?? "") : words.notForYou}
            onClick={() => void accept(call)}
          >
            {words.acceptCall}
          </Button>
        ) : null}
        {isOwn ? (
          <Button
            size="small"
            icon={<PhoneOff className="size-3.5 text-danger" />}
            onClick={() => void hangUpCall(call)}
          >
            {words.hangUp}
          </Button>
        ) : null}
      </header>
      <dl className="grid grid-cols-4 gap-x-4 gap-y-3 px-4 py-3 max-md:grid-cols-2">
        <Entry label={fields.contact}>{call.contact?.name}</Entry>
        <Entry label={fields.user}>{call.user?.name}</Entry>
        <Entry label={fields.to}>{formatPhone(call.to_formatted ?? call.to_number)}</Entry>
        <Entry label={fields.from}>{formatPhone(call.from_formatted ?? call.from_number)}</Entry>
        <Entry label={fields.forwardedFrom}>{formatPhone(call.forwarded_from)}</Entry>
        <Entry label={fields.direction}>
          <span className="inline-flex items-center gap-1.5">
            <Direction aria-hidden className="size-3.5 text-n10" />
            {words.directions[call.direction]}
          </span>
        </Entry>
        <Entry label={fields.startTime}>
          <Time at={call.start_time} form="listed" />
        </Entry>
        <Entry label={fields.transfer}>{call.transfer}</Entry>
      </dl>
    </article>
  );
}
