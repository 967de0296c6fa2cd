import { Phone } from "lucide-react";
import { useState } from "react";
import { ApiError, detailOf, type WireRecord } from "@/api";
import { Button } from "@/components/Button/Button";
import { toast } from "@/components/Toaster/toasts";
import { phoneOf } from "@/fields/phone/value";
import { formatPhone } from "@/lib/phone";
import { words } from "./messages";
import { placeCall } from "./placeCall";
import { useBusy } from "./useBusy";

/** Calls a contact at the first number; not one who asked not to be called. */
export function CallButton({ record }: { record: WireRecord }) {
  const [isBusy, setBusy] = useState(false);
  const busyWith = useBusy();
  const number = phoneOf(record.phone).phone_number;
  if (!number) {
    return null;
  }
  const barred = record.do_not_call === true ? words.doNotCall : busyWith;
  const call = async () => {
    setBusy(true);
    try {
      await placeCall(number);
    } catch (error) {
      // A refusal by a rule is shown as it is; anything else is a failure.
      if (error instanceof ApiError && error.isRule) {
        toast.warning(error.message);
      } else {
        toast.error(words.callError(detailOf(error)));
      }
    }
    setBusy(false);
  };
  return (
    <Button
      icon={<Phone className="size-4" />}
      disabled={barred !== undefined}
      isBusy={isBusy}
      tip={barred ?? formatPhone(number)}
      onClick={() => void call()}
    >
      {words.call}
    </Button>
  );
}
