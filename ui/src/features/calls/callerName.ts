import type { WireRecord } from "@/api";
import { formatPhone } from "@/lib/phone";
import { words } from "./messages";
import { unknownCaller } from "./names";
import type { CallRecord } from "./objects";
import { customerNumber } from "./rules";

/** The contact's name, else the number, else that nobody knows. */
export const callerName = (call: CallRecord) =>
  call.contact?.name || formatPhone(customerNumber(call)) || unknownCaller;

/** As a section of the navigation names it. */
export function callFrom(record: WireRecord): string {
  const call = record as CallRecord;
  return (call.direction === "outbound" ? words.callTo : words.callFrom)(callerName(call));
}
