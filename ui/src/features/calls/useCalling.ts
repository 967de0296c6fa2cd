import { useState } from "react";
import { words } from "./messages";
import { placeCall } from "./placeCall";
import { whyNot } from "./refusal";
import { useBusy } from "./useBusy";

/** Calls a number that somebody typed or chose, and says why where that can't be. */
export function useCalling(onPlaced: () => void) {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const busyWith = useBusy();

  const call = async (number: string | undefined | Promise<string | undefined>, contact?: string) => {
    if (isBusy || busyWith !== undefined) {
      return;
    }
    setBusy(true);
    try {
      const to = await number;
      if (to === undefined) {
        setProblem(words.invalidNumber);
      } else {
        await placeCall(to, contact);
        onPlaced();
      }
    } catch (error) {
      setProblem(whyNot(error));
    }
    setBusy(false);
  };
  return {
    call,
    isBusy,
    busyWith,
    // While the call is being placed, the one that has the line is this one.
    problem: problem ?? (isBusy ? undefined : busyWith),
    forget: () => setProblem(undefined),
  };
}
