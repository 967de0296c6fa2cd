import { Phone } from "lucide-react";
import { useState } from "react";
import type { WireRecord } from "@/api";
import { Button } from "@/components/Button/Button";
import { DoNotCall } from "@/components/DoNotCall/DoNotCall";
import { phoneOf } from "@/fields/phone/value";
import { isBarred } from "@/lib/doNotCall";
import { formatPhone } from "@/lib/phone";
import { useStanding } from "@/realtime";
import { callRecord } from "./callRecord";
import { words } from "./messages";
import { useBusy } from "./useBusy";

/** Calls a contact at the first number; not one who asked not to be called. */
export function CallButton({ record }: { record: WireRecord }) {
  const [isBusy, setBusy] = useState(false);
  const busyWith = useBusy();
  const number = phoneOf(record.phone).phone_number;
  const standing = useStanding(number);
  if (!number) {
    return null;
  }
  if (isBarred(record) || standing.isBarred) {
    return <DoNotCall />;
  }
  const call = async () => {
    setBusy(true);
    await callRecord(record);
    setBusy(false);
  };
  return (
    <Button
      isShort
      icon={<Phone className="size-4" />}
      disabled={busyWith !== undefined}
      isBusy={isBusy}
      tip={busyWith ?? formatPhone(number)}
      onClick={() => void call()}
    >
      {words.call}
    </Button>
  );
}
