import { Check, CheckCheck, CircleAlert, Clock, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/lib/cn";
import { type DeliveryState, deliveryState } from "./delivery";
import { words } from "./messages";
import type { TextMessage } from "./objects";

const looks: Record<DeliveryState, { icon: ReactNode; colour: string }> = {
  undelivered: { icon: <TriangleAlert />, colour: "text-(--presence-busy)" },
  failed: { icon: <CircleAlert />, colour: "text-danger" },
  delivered: { icon: <CheckCheck />, colour: "text-success" },
  sent: { icon: <Check />, colour: "text-warning" },
  unknown: { icon: <Clock />, colour: "text-n10" },
};

/** How far an outgoing text got, in colour, sign and word. */
export function DeliveryMark({ message }: { message: TextMessage }) {
  const state = deliveryState(message.delivery);
  const { icon, colour } = looks[state];
  return (
    <span data-delivery={state} className={cn("inline-flex items-center gap-1 [&_svg]:size-3.5", colour)}>
      {icon}
      {words.delivery[state]}
      {message.error_text ? <span className="text-n11">– {message.error_text}</span> : null}
    </span>
  );
}
