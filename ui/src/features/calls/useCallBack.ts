import { useState } from "react";
import { useStanding } from "@/realtime";
import { seeCalls } from "./commands";
import type { CallRecord } from "./objects";
import { placeCall } from "./placeCall";
import { sayWhyNot } from "./refusal";
import { customerNumber, theirNumber } from "./rules";
import { useBusy } from "./useBusy";

/** Calls somebody whose call was missed; the call counts as seen then. Who is barred is not to be called back. */
export function useCallBack(call: CallRecord) {
  const [isBusy, setBusy] = useState(false);
  const why = useBusy();
  const { isBarred } = useStanding(theirNumber(call));
  const callBack = async () => {
    setBusy(true);
    try {
      await placeCall(call.from_number ?? customerNumber(call));
      await seeCalls([call.id]);
    } catch (error) {
      sayWhyNot(error);
    }
    setBusy(false);
  };
  return { callBack: () => void callBack(), isBusy, isBarred, why };
}
