import { useLayoutEffect } from "react";
import { isTyping } from "@/lib/keys";

/** Plain letters that do something with a call, wherever nobody types and no dialog is open, from when their keys are shown. */
export function useKeys(keys: Readonly<Record<string, (() => void) | undefined>>): void {
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const act = keys[event.key.toLowerCase()];
      const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.repeat;
      const isElsewhere = isTyping(event.target) || document.querySelector("dialog[open]") !== null;
      if (act && isPlain && !isElsewhere && !event.defaultPrevented) {
        event.preventDefault();
        act();
      }
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  });
}
