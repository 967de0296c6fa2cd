import type { CallRecord } from "@/api";
import { formatPhone } from "@/lib/phone";
import { t } from "@/messages";
import { customerNumber } from "./rules";

/** The contact's name, else the number, else that nobody knows. */
export const callerName = (call: CallRecord) =>
  call.contact?.name || formatPhone(customerNumber(call)) || t.calls.unknownCaller;
