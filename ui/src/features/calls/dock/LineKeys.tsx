import { Grid3x3, Mic, MicOff } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { IconButton } from "@/components/IconButton/IconButton";
import { cn } from "@/lib/cn";
import { useAtomValue } from "@/store";
import type { CallRecord } from "../objects";
import { phoneWords } from "../phone/messages";
import { muteLine } from "../phone/phone";
import { phoneAtom } from "../phone/softphone";
import { RecordingKeys } from "../recordings/RecordingKeys";
import { isTransferring } from "../rules";
import { CallKeys } from "./CallKeys";
import { Keypad } from "./Keypad";
import { useKeys } from "./useKeys";

const round = "size-8 rounded-full border aria-pressed:bg-danger-soft aria-pressed:text-danger";

/** What one does with a line that is up in this browser: mute it by M, open the keypad by K. */
function LineKeys({ call }: { call: string }) {
  const { line } = useAtomValue(phoneAtom);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const isUp = line?.call === call && line.isUp;
  const isMuted = line?.isMuted === true;

  useEffect(() => {
    if (!isUp) {
      setOpen(false);
    }
  }, [isUp]);
  useKeys(isUp ? { m: () => muteLine(!isMuted), k: () => setOpen((wasOpen) => !wasOpen) } : {});

  if (!isUp) {
    return null;
  }
  return (
    <>
      <IconButton
        label={isMuted ? phoneWords.unmute : phoneWords.mute}
        keys="m"
        aria-pressed={isMuted}
        icon={isMuted ? <MicOff className="size-4" /> : <Mic className="size-4" />}
        className={round}
        onClick={() => muteLine(!isMuted)}
      />
      <IconButton
        ref={button}
        label={phoneWords.keypad}
        keys="k"
        aria-expanded={isOpen}
        icon={<Grid3x3 className="size-4" />}
        className={round}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen ? <Keypad beside={button.current} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** What one does with a call that one is on. */
export function Keys({ call }: { call: CallRecord }) {
  return (
    <>
      <CallKeys call={call} />
      <div
        className={cn(
          "flex w-17.5 shrink-0 justify-end gap-1.5 max-sm:w-auto",
          isTransferring(call) && "max-sm:hidden", // its buttons have words
        )}
      >
        <RecordingKeys call={call} />
      </div>
      {/* Its place is kept: which of the two comes first, the line or the call, nobody knows, and neither moves the other. */}
      <div
        className={cn(
          "flex w-17.5 shrink-0 justify-end gap-1.5",
          isTransferring(call) && "max-sm:w-8 max-sm:[&>:not(:first-child)]:hidden",
        )}
      >
        <LineKeys call={call.id} />
      </div>
    </>
  );
}
