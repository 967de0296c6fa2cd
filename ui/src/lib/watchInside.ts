type Hold = (name: "pointer" | "focus", is: boolean) => void;

/**
 * Tells whether the pointer and the focus are in a box. The browser's own events say so even where what was under the
 * pointer has gone, which React's do not.
 */
export function watchInside(box: HTMLElement, hold: Hold): () => void {
  const until = new AbortController();
  const on = { signal: until.signal };
  box.addEventListener("pointerenter", () => hold("pointer", true), on);
  box.addEventListener("pointerleave", () => hold("pointer", false), on);
  box.addEventListener("focusin", () => hold("focus", true), on);
  box.addEventListener(
    "focusout",
    ({ relatedTarget }) => hold("focus", relatedTarget instanceof Node && box.contains(relatedTarget)),
    on,
  );
  // A list that appears under a resting pointer is held from the start.
  hold("pointer", box.matches(":hover"));
  return () => until.abort();
}
