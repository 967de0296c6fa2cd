import { Phone, PhoneOff, PhoneOutgoing } from "lucide-react";
import { useState } from "react";
import { Avatar } from "@/components/Avatar/Avatar";
import { Button } from "@/components/Button/Button";
import { CallClock } from "@/components/CallClock/CallClock";
import { Pill } from "@/components/Pill/Pill";
import { formatPhone } from "@/lib/phone";
import { callerName } from "./callerName";
import { hangUpCall } from "./commands";
import { useOwnCall } from "./hooks";
import { words } from "./messages";
import { customerNumber } from "./rules";

/** The call I am on, at the foot of every page until it ends. */
export function CallTray() {
  const call = useOwnCall();
  const [isEnding, setEnding] = useState(false);
  if (!call) {
    return null;
  }
  const who = callerName(call);
  const number = formatPhone(customerNumber(call));
  const isUp = call.status === "in-progress";
  return (
    <section
      aria-label={isUp ? words.onCallWith(who) : words.callingWho(who)}
      data-call={call.id}
      className="flex h-15 shrink-0 animate-rise items-center gap-3 border-t bg-n2 px-5 max-sm:px-4"
    >
      <Avatar name={who} />
      <div className="min-w-0">
        <p className="truncate font-semibold leading-4">{who}</p>
        <p className="truncate text-meta text-n11">
          {number === who ? words.directions[call.direction] : number}
        </p>
      </div>
      <Pill tone={isUp ? "info" : "success"} className="ml-2">
        {isUp ? <Phone aria-hidden className="size-3" /> : <PhoneOutgoing aria-hidden className="size-3" />}
        {isUp ? <CallClock since={call.answered_at ?? call.start_time} /> : words.statuses[call.status]}
      </Pill>
      <span className="flex-1" />
      <Button
        tone="danger"
        icon={<PhoneOff className="size-4" />}
        isBusy={isEnding}
        onClick={() => {
          setEnding(true);
          void hangUpCall(call).finally(() => setEnding(false));
        }}
      >
        {words.hangUp}
      </Button>
    </section>
  );
}
