import { useLayoutEffect } from "react";
import { isAltGraph } from "@/lib/keys";
import type { CallRecord } from "../objects";

type Answer = "accept" | "decline";

/** The keys that answer a call, as its buttons show them. */
export const answerKeys: Readonly<Record<Answer, string>> = { accept: "alt+a", decline: "alt+d" };

/** Alt+A and Alt+D answer from anywhere; on a Mac, Option types other letters, so the key's place counts. */
export function useAnswerKeys(
  call: CallRecord | undefined,
  answer: (act: Answer, call: CallRecord) => void,
): void {
  // In the same task as the buttons appear: a key pressed at once must not be lost.
  useLayoutEffect(() => {
    if (!call) {
      return;
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.repeat || isAltGraph(event)) {
        return;
      }
      if (event.code === "KeyA" || event.code === "KeyD") {
        event.preventDefault();
        answer(event.code === "KeyA" ? "accept" : "decline", call);
      }
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  });
}
