import { PhoneIncoming, PhoneMissed, PhoneOutgoing } from "lucide-react";
import { Happening } from "@/components/Happening/Happening";
import { useChoiceLabel } from "@/fields/enum/useChoiceLabel";
import { duration } from "@/lib/time";
import { useRecord } from "@/store";
import { Handovers } from "./HappenedTransfers";
import { words } from "./messages";
import { isMissed } from "./missed";
import type { CallRecord } from "./objects";

/** A call, as a timeline shows it. */
export function HappenedCall({ id, at }: { id: string; at: string }) {
  const call = useRecord<CallRecord>("call", id);
  const disposition = useChoiceLabel("call", "disposition", call?.disposition);
  if (!call) {
    return null;
  }
  const missed = isMissed(call);
  const Icon = missed ? PhoneMissed : call.direction === "outbound" ? PhoneOutgoing : PhoneIncoming;
  const hasEnded = typeof call.duration === "number" && call.duration > 0;
  return (
    <Happening
      icon={<Icon />}
      tone={missed ? "danger" : "neutral"}
      title={missed ? words.missed : call.direction === "outbound" ? words.called : words.wasCalled}
      facts={[
        hasEnded
          ? duration(call.duration ?? 0)
          : missed
            ? undefined
            : words.statuses[call.status ?? "completed"],
        disposition,
        call.user?.name,
      ]}
      at={at}
      to={`/view/call/record/${id}/standard`}
    >
      <Handovers call={call} className="mt-0.5 flex flex-col gap-0.5" />
      {call.notes ? (
        <p dir="auto" className="mt-0.5 whitespace-pre-wrap text-n11 [overflow-wrap:anywhere]">
          {call.notes}
        </p>
      ) : null}
    </Happening>
  );
}
