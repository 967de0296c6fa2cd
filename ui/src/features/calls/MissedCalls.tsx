import { Link } from "@tanstack/react-router";
import { Phone } from "lucide-react";
import { useState } from "react";
import { Avatar } from "@/components/Avatar/Avatar";
import { Button } from "@/components/Button/Button";
import { DoNotCall } from "@/components/DoNotCall/DoNotCall";
import { Pill } from "@/components/Pill/Pill";
import { Time } from "@/components/Time/Time";
import { formatPhone } from "@/lib/phone";
import { callerName } from "./callerName";
import { seeCalls } from "./commands";
import { words } from "./messages";
import { useMissed, useUnseen } from "./missedCalls";
import type { CallRecord } from "./objects";
import { customerNumber } from "./rules";
import { useCallBack } from "./useCallBack";

function MissedCall({ call, isNew }: { call: CallRecord; isNew: boolean }) {
  const { callBack, isBusy, isBarred, why } = useCallBack(call);
  const who = callerName(call);
  const number = formatPhone(customerNumber(call));
  return (
    <li className="flex h-12 items-center gap-3 border-t px-4 first:border-t-0">
      <Avatar name={who} />
      <span className="min-w-0 flex-1">
        {call.contact?.id ? (
          <Link
            to={`/view/contact/record/${call.contact.id}/standard`}
            dir="auto"
            className="block truncate text-left font-medium hover:underline"
          >
            {who}
          </Link>
        ) : (
          <bdi className="block truncate text-left font-medium">{who}</bdi>
        )}
        {number === who ? null : <span className="block truncate text-meta text-n11">{number}</span>}
      </span>
      {isNew ? <Pill tone="danger">{words.isNew}</Pill> : null}
      <Time at={call.start_time} className="shrink-0 text-meta text-n11" />
      {isBarred ? (
        <DoNotCall />
      ) : (
        <Button
          isShort
          size="small"
          icon={<Phone className="size-3.5" />}
          disabled={why !== undefined || number === ""}
          tip={why}
          isBusy={isBusy}
          onClick={callBack}
        >
          {words.callBack}
        </Button>
      )}
    </li>
  );
}

/** Takes note of all that I missed. */
function SeeAll({ ids }: { ids: readonly string[] }) {
  const [isNoting, setNoting] = useState(false);
  return (
    <Button
      size="small"
      tone="ghost"
      isBusy={isNoting}
      onClick={() => {
        setNoting(true);
        void seeCalls([...ids]).finally(() => setNoting(false));
      }}
    >
      {words.seeAll}
    </Button>
  );
}

/** The calls that I missed and have not taken note of, for the page that the day begins with. */
export function UnseenCalls() {
  const unseen = useUnseen();
  return (
    <div className="rounded-lg border bg-surface">
      <ul>
        {unseen.map((call) => (
          <MissedCall key={call.id} call={call} isNew />
        ))}
      </ul>
      <div className="flex justify-end border-t px-3 py-2">
        <SeeAll ids={unseen.map((call) => call.id)} />
      </div>
    </div>
  );
}

/** The calls that I missed of late, each with the way to call back; nothing where there is none. */
export function MissedCalls() {
  const missed = useMissed();
  const unseen = useUnseen();
  if (missed.length === 0) {
    return null;
  }
  const fresh = new Set(unseen.map((call) => call.id));
  return (
    <section aria-label={words.missedCalls} className="flex flex-col gap-2.5">
      <div className="flex h-7 items-center justify-between">
        <h2 className="font-semibold">{words.missedCalls}</h2>
        {fresh.size > 0 ? <SeeAll ids={[...fresh]} /> : null}
      </div>
      <ul className="rounded-lg border bg-surface">
        {missed.map((call) => (
          <MissedCall key={call.id} call={call} isNew={fresh.has(call.id)} />
        ))}
      </ul>
    </section>
  );
}
