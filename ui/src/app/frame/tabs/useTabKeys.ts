import { useEffect, useRef } from "react";
import { isAltGraph, isMod } from "@/lib/keys";

/** Ctrl+Alt or Meta+Option with 1 to 9: a tab by its place. The key's place counts, as Option types other signs. */
export function placeOfKey(event: KeyboardEvent): number | undefined {
  if (event.defaultPrevented || event.shiftKey || !event.altKey || !isMod(event) || isAltGraph(event)) {
    return undefined;
  }
  const digit = /^Digit([1-9])$/.exec(event.code)?.[1];
  return digit === undefined || document.querySelector("dialog[open]") ? undefined : Number(digit) - 1;
}

/** Goes to tabs from anywhere on the page. */
export function useTabKeys(go: (place: number) => void): void {
  const current = useRef(go);
  current.current = go;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const place = placeOfKey(event);
      if (place !== undefined) {
        event.preventDefault();
        current.current(place);
      }
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
