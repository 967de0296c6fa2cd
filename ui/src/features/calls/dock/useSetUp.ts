import { useState } from "react";
import { toast } from "@/components/Toaster/toasts";
import { preparePhone } from "../phone/phone";

/** Makes this browser's phone ready: it asks for the microphone, or tries again, and says why that failed. */
export function useSetUp() {
  const [isBusy, setBusy] = useState(false);
  const setUp = async () => {
    setBusy(true);
    const problem = await preparePhone();
    setBusy(false);
    if (problem) {
      toast.error(problem);
    }
  };
  return { isBusy, setUp: () => void setUp() };
}
