import { useEffect, useRef } from "react";
import { isAltGraph, isMod, isTyping } from "@/lib/keys";

export interface RecordKeys {
  toggleEdit?: (() => void) | undefined;
  save?: (() => void) | undefined;
  create?: (() => void) | undefined;
  remove?: (() => void) | undefined;
}

const actions: Record<string, keyof RecordKeys> = {
  KeyE: "toggleEdit",
  KeyC: "save",
  KeyN: "create",
  KeyD: "remove",
};

/** These also without Alt, where nobody writes. */
const plain = new Set(["KeyE", "KeyD"]);

/** Alt+Ctrl/Meta with E, C, N, Ctrl/Meta with E, D; Ctrl+Alt+D or Meta+Shift+D. The key's place counts, as Option types other letters. */
function actionOf(event: KeyboardEvent): keyof RecordKeys | undefined {
  if (event.repeat || isAltGraph(event) || document.querySelector("dialog[open]")) {
    return undefined;
  }
  const action = actions[event.code];
  if (action === "remove" && event.metaKey && event.shiftKey && !event.ctrlKey && !event.altKey) {
    return action;
  }
  if (!isMod(event) || event.shiftKey) {
    return undefined;
  }
  return event.altKey || (plain.has(event.code) && !isTyping(event.target)) ? action : undefined;
}

/** Listens while the page is shown; what is missing does nothing. */
export function useRecordKeys(keys: RecordKeys): void {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const name = event.defaultPrevented ? undefined : actionOf(event);
      const act = name && current.current[name];
      if (act) {
        event.preventDefault();
        act();
      }
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
