import { type RefObject, useEffect } from "react";

/**
 * Shows the open tab whole when it becomes the open one or a tab at all, and again where the row has another width, as
 * when what lists the hidden ones takes its room.
 */
export function useShownTab(row: RefObject<HTMLElement | null>, path: string, count: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the first tab the row is there
  useEffect(() => {
    const root = row.current;
    if (!root) {
      return;
    }
    const show = () =>
      root
        .querySelector(`[data-tab="${CSS.escape(path)}"]`)
        ?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
    show();
    const observer = typeof ResizeObserver === "undefined" ? undefined : new ResizeObserver(show);
    observer?.observe(root);
    return () => observer?.disconnect();
  }, [row, path, count]);
}
