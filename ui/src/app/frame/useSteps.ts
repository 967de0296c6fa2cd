import { startTransition, useEffect, useState } from "react";

/**
 * Counts from 0 to last, each step after the one before was painted. What is drawn step by step answers keys in
 * between, where drawing all of it at once would not; a step itself is drawn in slices, too (a transition).
 */
export function useSteps(last: number): number {
  const [step, setStep] = useState(0);
  useEffect(() => {
    if (step < last) {
      startTransition(() => setStep(step + 1));
    }
  }, [step, last]);
  return step;
}
