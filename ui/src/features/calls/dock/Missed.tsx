import { Link } from "@tanstack/react-router";
import { Check, Phone, PhoneMissed } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/Button/Button";
import { DoNotCall } from "@/components/DoNotCall/DoNotCall";
import { Time } from "@/components/Time/Time";
import { t } from "@/messages";
import { hindrancesAtom, ownDotAtom, useAtomValue } from "@/store";
import { callerName } from "../callerName";
import { seeCalls } from "../commands";
import { words } from "../messages";
import { useUnseen } from "../missedCalls";
import type { CallRecord } from "../objects";
import { customerNumber } from "../rules";
import { useCallBack } from "../useCallBack";

/** Why the next call would be missed too. */
function RingsNot() {
  const shown = useAtomValue(ownDotAtom);
  const why = useAtomValue(hindrancesAtom).join(" ");
  if (shown === "available" || shown === "on_call") {
    return null;
  }
  const said = why || words.youAre(t.frame.statuses[shown]);
  return (
    <p className="truncate text-meta text-warning" title={said}>
      {said}
    </p>
  );
}

/** The newest missed call, until it is called back or noted. */
export function MissedRow({ call }: { call: CallRecord }) {
  const missed = useUnseen();
  const { callBack, isBusy, isBarred, why } = useCallBack(call);
  const [isNoting, setNoting] = useState(false);
  const rest = missed.length - 1;
  return (
    <>
      <span
        aria-hidden
        className="flex size-10 shrink-0 items-center justify-center rounded-full bg-danger-soft text-danger max-sm:hidden"
      >
        <PhoneMissed className="size-4" />
      </span>
      <div className="min-w-0 max-sm:flex-1 sm:w-60">
        <p className="truncate font-semibold">{words.missedFrom(callerName(call))}</p>
        <p className="flex gap-1.5 truncate text-meta text-n11">
          <Time at={call.start_time} />
          {rest > 0 ? (
            <Link to="/live/active_calls" className="text-accent-text hover:underline">
              {words.moreMissed(rest)}
            </Link>
          ) : null}
        </p>
        <RingsNot />
      </div>
      {isBarred ? (
        <DoNotCall />
      ) : customerNumber(call) ? (
        <Button
          isShort
          icon={<Phone className="size-4" />}
          disabled={why !== undefined}
          tip={why}
          isBusy={isBusy}
          onClick={callBack}
        >
          {words.callBack}
        </Button>
      ) : null}
      <Button
        isShort
        tone="ghost"
        icon={<Check className="size-4" />}
        isBusy={isNoting}
        tip={words.seenHint}
        onClick={() => {
          setNoting(true);
          void seeCalls([call.id]).finally(() => setNoting(false));
        }}
      >
        {words.seen}
      </Button>
    </>
  );
}

/** How many I missed, while a call has the row. */
export function MissedMark() {
  const count = useUnseen().length;
  return count === 0 ? null : (
    <Link
      to="/live/active_calls"
      aria-label={words.missedCount(count)}
      data-tip={words.missedCount(count)}
      className="flex h-8 shrink-0 items-center gap-1 rounded-full bg-danger-soft px-2.5 font-medium text-danger text-meta max-sm:hidden"
    >
      <PhoneMissed aria-hidden className="size-3.5" />
      {count}
    </Link>
  );
}
