import { Mic } from "lucide-react";
import { Button } from "@/components/Button/Button";
import { useAtomValue } from "@/store";
import { phoneWords } from "../phone/messages";
import { microphoneAtom, phoneAtom } from "../phone/softphone";
import { useSetUp } from "./useSetUp";

/** Makes this browser's phone ready, where it is not. */
export function SetUpPhone({ className }: { className?: string | undefined }) {
  const { stage } = useAtomValue(phoneAtom);
  const hasMicrophone = useAtomValue(microphoneAtom);
  const { isBusy, setUp } = useSetUp();
  if (stage === "ready" && hasMicrophone !== false) {
    return null;
  }
  return (
    <Button icon={<Mic className="size-4" />} isBusy={isBusy} className={className} onClick={setUp}>
      {phoneWords.setUp}
    </Button>
  );
}
