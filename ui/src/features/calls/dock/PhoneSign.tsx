import { Phone, PhoneOff } from "lucide-react";
import { IconButton } from "@/components/IconButton/IconButton";
import { useAtomValue } from "@/store";
import { phoneWords } from "../phone/messages";
import { isSetUpAtom } from "../phone/softphone";
import { useSetUp } from "./useSetUp";

/** Beside one's availability: red where this browser's phone is not set up, which a press then does. */
export function PhoneSign() {
  const isSetUp = useAtomValue(isSetUpAtom);
  const { isBusy, setUp } = useSetUp();
  if (isSetUp === false) {
    return (
      <IconButton
        label={phoneWords.isNotSetUp}
        icon={<PhoneOff className="size-4" />}
        className="text-danger!"
        disabled={isBusy}
        onClick={setUp}
      />
    );
  }
  const label = isSetUp ? phoneWords.isReady : phoneWords.isStarting;
  return (
    <span role="img" aria-label={label} data-tip={label} className={isSetUp ? "text-success" : "text-n10"}>
      <Phone aria-hidden className="size-4" />
    </span>
  );
}
