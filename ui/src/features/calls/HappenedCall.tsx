import { PhoneIncoming, PhoneMissed, PhoneOutgoing } from "lucide-react";
import { Cut } from "@/components/Cut/Cut";
import { longestName } from "@/components/Cut/CutName";
import { cut } from "@/components/Cut/cut";
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
        [call.from_formatted, call.to_formatted].filter(Boolean).join(" → "),
        hasEnded
          ? duration(call.duration ?? 0)
          : missed
            ? undefined
            : words.statuses[call.status ?? "completed"],
        disposition,
        cut(call.user?.name ?? "", longestName),
      ]}
      at={at}
      to={`/view/call/record/${id}/standard`}
    >
      <Handovers call={call} className="mt-0.5 flex flex-col gap-0.5" />
      {call.notes ? <Cut text={call.notes} most={100} className="text-n11" /> : null}
    </Happening>
  );
}
