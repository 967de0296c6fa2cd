import type { WireRecord } from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { phoneOf } from "@/fields/phone/value";
import { words } from "./messages";
import { placeCall } from "./placeCall";
import { sayWhyNot } from "./refusal";

/** Calls a contact at the first number, and says why where that is refused. */
export async function callRecord(record: WireRecord): Promise<void> {
  const number = phoneOf(record.phone).phone_number;
  if (!number) {
    toast.error(words.noPhone); // it was taken away since the record was shown
    return;
  }
  try {
    await placeCall(number);
  } catch (error) {
    sayWhyNot(error);
  }
}
