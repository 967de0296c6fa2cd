import { PhoneIncoming, PhoneOff } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { Avatar } from "@/components/Avatar/Avatar";
import { Button } from "@/components/Button/Button";
import { CallClock } from "@/components/CallClock/CallClock";
import { isAltGraph } from "@/lib/keys";
import { formatPhone } from "@/lib/phone";
import { callerName } from "./callerName";
import { acceptCall, declineCall } from "./commands";
import { useRinging } from "./hooks";
import { words } from "./messages";
import type { CallRecord } from "./objects";
import { customerNumber, ownNumber } from "./rules";

/** Alt+A and Alt+D answer from anywhere; on a Mac, Option types other letters, so the key's place counts. */
function useAnswerKeys(call: CallRecord | undefined, accept: () => void, decline: () => void): void {
  useEffect(() => {
    if (!call) {
      return;
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.repeat || isAltGraph(event)) {
        return;
      }
      if (event.code === "KeyA" || event.code === "KeyD") {
        event.preventDefault();
        (event.code === "KeyA" ? accept : decline)();
      }
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  });
}

function AlertCard({ call, waiting }: { call: CallRecord; waiting: number }) {
  const [isBusy, setBusy] = useState(false);
  const titleId = useId();
  const textId = useId();
  const who = callerName(call);
  const number = formatPhone(customerNumber(call));
  const to = formatPhone(ownNumber(call)) || call.phone?.name || "";

  const answer = async (act: (call: CallRecord) => Promise<boolean>) => {
    if (!isBusy) {
      setBusy(true);
      await act(call);
      setBusy(false);
    }
  };
  useAnswerKeys(
    call,
    () => void answer(acceptCall),
    () => void answer(declineCall),
  );

  return (
    <section
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={textId}
      data-call={call.id}
      className="fixed right-5 bottom-5 z-40 w-90 animate-rise rounded-xl bg-raised shadow-float max-sm:inset-x-3 max-sm:bottom-18 max-sm:w-auto"
    >
      <div className="flex items-start gap-3 p-4 pb-3">
        <Avatar name={who} size="large" className="animate-ring rounded-full" />
        <div className="min-w-0 flex-1">
          <p className="flex items-center justify-between text-meta text-n11">
            <span className="flex items-center gap-1.5 font-medium text-success">
              <PhoneIncoming aria-hidden className="size-3.5" />
              {words.incoming}
            </span>
            <CallClock since={call.start_time ?? call.created_date} />
          </p>
          <h2 id={titleId} className="truncate font-semibold text-lg">
            {who}
          </h2>
          <p id={textId} className="flex flex-wrap gap-x-3 text-n11">
            {number === who ? null : <span>{number}</span>}
            {to ? (
              <span>
                {words.fields.to} {to}
              </span>
            ) : null}
          </p>
        </div>
      </div>
      <div className="flex gap-2 px-4 pb-4">
        <Button
          tone="success"
          size="large"
          icon={<PhoneIncoming className="size-4" />}
          disabled={isBusy}
          tip={words.accept}
          keys="alt+a"
          className="flex-1"
          onClick={() => void answer(acceptCall)}
        >
          {words.accept}
        </Button>
        <Button
          size="large"
          icon={<PhoneOff className="size-4" />}
          disabled={isBusy}
          tip={words.decline}
          keys="alt+d"
          className="flex-1"
          onClick={() => void answer(declineCall)}
        >
          {words.decline}
        </Button>
      </div>
      {waiting > 0 ? (
        <p className="border-t px-4 py-2 text-center text-meta text-n11">{words.moreRinging(waiting)}</p>
      ) : null}
    </section>
  );
}

/** The call that rings, over any page. It is announced and leaves the focus where the person works. */
export function CallAlert() {
  const ringing = useRinging();
  const call = ringing[0];
  return (
    <>
      <div role="status" aria-live="assertive" className="sr-only">
        {call ? words.incomingFrom(callerName(call), formatPhone(ownNumber(call))) : null}
      </div>
      {call ? <AlertCard key={call.id} call={call} waiting={ringing.length - 1} /> : null}
    </>
  );
}
