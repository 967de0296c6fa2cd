import { type RefObject, useEffect, useState } from "react";

/**
 * Whether somebody is about to use what stands around an element: the pointer is in the navigation (or the dialog), or
 * the focus came there by keyboard. What is new waits meanwhile, since it would move all below it.
 */
export function useHold(inside: RefObject<HTMLElement | null>): boolean {
  const [holds, setHolds] = useState({ pointer: false, focus: false });
  useEffect(() => {
    const around = inside.current?.closest("nav, dialog");
    const set = (name: "pointer" | "focus", is: boolean) =>
      setHolds((had) => (had[name] === is ? had : { ...had, [name]: is }));
    const stop = new AbortController();
    const on = (event: string, listener: (event: Event) => void) =>
      around?.addEventListener(event, listener, { signal: stop.signal });
    on("pointerenter", () => set("pointer", true));
    on("pointerleave", () => set("pointer", false));
    on("focusin", ({ target }) => set("focus", (target as Element).matches(":focus-visible")));
    on("focusout", () => set("focus", false));
    set("pointer", around?.matches(":hover") ?? false);
    return () => stop.abort();
  }, [inside]);
  return holds.pointer || holds.focus;
}
