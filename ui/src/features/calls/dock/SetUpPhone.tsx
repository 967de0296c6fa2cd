import { Mic } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/Button/Button";
import { toast } from "@/components/Toaster/toasts";
import { useAtomValue } from "@/store";
import { words } from "../messages";
import { preparePhone } from "../phone/phone";
import { microphoneAtom, phoneAtom } from "../phone/softphone";

/** Makes this browser's phone ready, where it is not: it asks for the microphone, or tries again. */
export function SetUpPhone({ className }: { className?: string | undefined }) {
  const { stage } = useAtomValue(phoneAtom);
  const hasMicrophone = useAtomValue(microphoneAtom);
  const [isBusy, setBusy] = useState(false);
  if (stage === "ready" && hasMicrophone !== false) {
    return null;
  }
  const setUp = async () => {
    setBusy(true);
    const problem = await preparePhone();
    setBusy(false);
    if (problem) {
      toast.error(problem);
    }
  };
  return (
    <Button
      icon={<Mic className="size-4" />}
      isBusy={isBusy}
      className={className}
      onClick={() => void setUp()}
    >
      {words.setUpPhone}
    </Button>
  );
}
