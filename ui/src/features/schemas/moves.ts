/** Which way Alt and an arrow move what has the focus; undefined for other keys. */
export const moveOf = (event: React.KeyboardEvent): 1 | -1 | undefined =>
  event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey
    ? ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key]
    : undefined;

/** Where something that is dragged would be dropped. */
export const dropLine = (drop: "before" | "after" | undefined): string | undefined =>
  drop &&
  (drop === "before" ? "shadow-[inset_0_2px_0_var(--accent)]" : "shadow-[inset_0_-2px_0_var(--accent)]");
