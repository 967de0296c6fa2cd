import { formatPhone } from "@/lib/phone";
import { unknownCaller } from "./names";
import type { CallRecord } from "./objects";
import { customerNumber } from "./rules";

/** The contact's name, else the number, else that nobody knows. */
export const callerName = (call: CallRecord) =>
  call.contact?.name || formatPhone(customerNumber(call)) || unknownCaller;
