import { Play, Volume2, VolumeX } from "lucide-react";
import { detailOf } from "@/api";
import { IconButton } from "@/components/IconButton/IconButton";
import { toast } from "@/components/Toaster/toasts";
import { cn } from "@/lib/cn";
import { words } from "../messages";
import { setRingSound, useRingSound } from "./ringing";
import { withRinger } from "./useRing";

const failed = (error: unknown) => {
  toast.error(detailOf(error));
};

/** Whether calls are heard to ring, and how that sounds. */
export function RingSound({ className }: { className?: string | undefined }) {
  const isOn = useRingSound();
  return (
    <>
      <IconButton
        label={words.ringSound}
        aria-pressed={isOn}
        isActive={isOn}
        icon={isOn ? <Volume2 className="size-4" /> : <VolumeX className="size-4" />}
        className={cn(!isOn && "text-n9", className)}
        onClick={() => void setRingSound(!isOn).catch(failed)}
      />
      {isOn ? (
        <IconButton
          label={words.testRing}
          icon={<Play className="size-4" />}
          className="max-lg:hidden"
          onClick={() => void withRinger((one) => one.test()).catch(failed)}
        />
      ) : null}
    </>
  );
}
