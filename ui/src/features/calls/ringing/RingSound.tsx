import { Play, Volume2, VolumeX } from "lucide-react";
import { detailOf } from "@/api";
import { IconButton } from "@/components/IconButton/IconButton";
import { toast } from "@/components/Toaster/toasts";
import { useAtomValue } from "@/store";
import { PhoneSwitch } from "../dock/PhoneSwitch";
import { words } from "../messages";
import { hasSoundAtom } from "../phoneSettings";
import { withRinger } from "./useRing";

/** Whether calls are heard to ring, and how that sounds. */
export function RingSound({ className }: { className?: string | undefined }) {
  const isOn = useAtomValue(hasSoundAtom);
  return (
    <>
      <PhoneSwitch
        setting="enable_incoming_sound"
        isOn={isOn}
        label={words.ringSound}
        icon={isOn ? <Volume2 className="size-4" /> : <VolumeX className="size-4" />}
        className={className}
      />
      {isOn ? (
        <IconButton
          label={words.testRing}
          icon={<Play className="size-4" />}
          className="max-lg:hidden"
          onClick={() =>
            void withRinger((one) => one.once("ring")).catch((error: unknown) => {
              toast.error(detailOf(error));
            })
          }
        />
      ) : null}
    </>
  );
}
