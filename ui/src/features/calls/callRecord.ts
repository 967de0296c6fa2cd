import { ApiError, detailOf, type WireRecord } from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { phoneOf } from "@/fields/phone/value";
import { words } from "./messages";
import { placeCall } from "./placeCall";

/** Calls a contact at the first number, and says why where that is refused. */
export async function callRecord(record: WireRecord): Promise<void> {
  try {
    await placeCall(phoneOf(record.phone).phone_number ?? "");
  } catch (error) {
    // A refusal by a rule is shown as it is; anything else is a failure.
    if (error instanceof ApiError && error.isRule) {
      toast.warning(error.message);
    } else {
      toast.error(words.callError(detailOf(error)));
    }
  }
}
