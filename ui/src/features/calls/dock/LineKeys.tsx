import { Grid3x3, Mic, MicOff } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { IconButton } from "@/components/IconButton/IconButton";
import { isTyping } from "@/lib/keys";
import { useAtomValue } from "@/store";
import { phoneWords } from "../phone/messages";
import { muteLine } from "../phone/phone";
import { phoneAtom } from "../phone/softphone";
import { Keypad } from "./Keypad";

const round = "rounded-full border aria-pressed:bg-danger-soft aria-pressed:text-danger";

/** What one does with a line that is up in this browser: mute it by M, open the keypad by K. */
export function LineKeys({ call }: { call: string }) {
  const { line } = useAtomValue(phoneAtom);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const isUp = line?.call === call && line.isUp;
  const isMuted = line?.isMuted === true;

  useEffect(() => {
    if (!isUp) {
      setOpen(false);
      return undefined;
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.repeat;
      if (
        !isPlain ||
        event.defaultPrevented ||
        isTyping(event.target) ||
        document.querySelector("dialog[open]")
      ) {
        return;
      }
      if (event.key.toLowerCase() === "m") {
        muteLine(!isMuted);
      } else if (event.key.toLowerCase() === "k") {
        setOpen((wasOpen) => !wasOpen);
      }
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [isUp, isMuted]);

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
