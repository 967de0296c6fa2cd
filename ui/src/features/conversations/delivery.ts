import type { Delivery } from "./objects";

export type DeliveryState = "undelivered" | "failed" | "delivered" | "sent" | "unknown";

/** The state of an outgoing text by the words of its delivery, in the order that docs/messages.md gives. */
export function deliveryState(delivery: Partial<Delivery> | null | undefined): DeliveryState {
  if (!delivery) {
    return "unknown";
  }
  const happened = (amount: string | undefined) => amount !== undefined && amount !== "none";
  if (happened(delivery.undelivered)) {
    return "undelivered";
  }
  if (happened(delivery.failed)) {
    return "failed";
  }
  if (delivery.delivered === "all") {
    return "delivered";
  }
  return delivery.sent === "all" ? "sent" : "unknown";
}
