import { callerName } from "./callerName";
import { words } from "./messages";
import type { CallRecord } from "./objects";
import { isTransferring } from "./rules";

/** How a transfer stands for a user: who asks for them or is asked, and where the customer is meanwhile. */
export function transferSentence(call: CallRecord, me: string | undefined): string | undefined {
  if (!isTransferring(call)) {
    return undefined;
  }
  const isTarget = call.transfer_to?.id === me;
  const other = (isTarget ? call.user?.name : call.transfer_to?.name) ?? "";
  const customer = callerName(call);
  if (call.transfer_state === "talking") {
    return (call.held_at ? words.consulting : words.conferring)(other, customer);
  }
  if (!isTarget) {
    return words.handedOver[call.transfer_state === "accepted" ? "accepted" : "pending"](other);
  }
  if (!call.user) {
    return words.routedToYou;
  }
  if (call.transfer_state === "accepted") {
    return words.connectsTo(call.transfer === "Warm" ? other : customer, customer);
  }
  return call.transfer === "Warm" ? words.consults(other, customer) : words.handedBy(other);
}
