import { useLayoutEffect, useRef, useState } from "react";
import { phoneWords } from "../phone/messages";
import { pressKeys } from "../phone/phone";
import { KeyGrid, keys } from "./KeyGrid";

const gap = 8;

interface KeypadProps {
  beside: HTMLElement | null;
  onClose: () => void;
}

/** The keys of a phone, above the row of calls. What one types while it has the focus is sent as well. */
export function Keypad({ beside, onClose }: KeypadProps) {
  const panel = useRef<HTMLDivElement>(null);
  const [sent, setSent] = useState("");

  useLayoutEffect(() => {
    const shown = panel.current;
    if (!shown || !beside) {
      return;
    }
    const anchor = beside.getBoundingClientRect();
    const above = anchor.top - gap - shown.offsetHeight;
    shown.style.top = `${above >= gap ? above : anchor.bottom + gap}px`;
    shown.style.left = `${Math.max(gap, Math.min(anchor.left, window.innerWidth - shown.offsetWidth - gap))}px`;
    shown.focus();
  }, [beside]);

  const press = (key: string) => {
    pressKeys(key);
    setSent((before) => `${before}${key}`.slice(-20));
  };
  return (
    <div
      ref={panel}
      role="dialog"
      aria-label={phoneWords.keypad}
      tabIndex={-1}
      className="fixed z-30 w-52 animate-rise rounded-lg border bg-surface p-3 shadow-large outline-none"
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          event.stopPropagation();
          onClose();
        } else if (keys.includes(event.key)) {
          event.preventDefault();
          press(event.key);
        }
      }}
    >
      <p role="status" className="mb-2 h-5 truncate text-center tabular-nums">
        {sent ? phoneWords.sent(sent) : null}
      </p>
      <KeyGrid onPress={press} />
    </div>
  );
}
