import { useEffect } from "react";
import { isAltGraph, isMod, isTyping } from "@/lib/keys";
import { store } from "@/store";
import { toggleRailAtom } from "./frame/panelWidth";
import { overlayAtom } from "./overlays";

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || isAltGraph(event)) {
    return;
  }
  const key = event.key.toLowerCase();
  const isPlainMod = isMod(event) && !event.altKey && !event.shiftKey;
  if (isPlainMod && (key === "k" || key === "p")) {
    event.preventDefault();
    store.set(overlayAtom, store.get(overlayAtom) === "palette" ? undefined : "palette");
  } else if (isPlainMod && key === "b" && !isTyping(event.target)) {
    event.preventDefault();
    store.set(toggleRailAtom);
  } else if (event.key === "?" && !isMod(event) && !isTyping(event.target)) {
    event.preventDefault();
    store.set(overlayAtom, "shortcuts");
  }
}

/** The keys that work on every page. */
export function useShellKeys(): void {
  useEffect(() => {
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
