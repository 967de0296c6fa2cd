import { type RefObject, useEffect } from "react";

/**
 * Shows the open tab whole when it becomes the open one or a tab at all, and again where it or the row has another
 * width, as when its name comes, or what lists the hidden ones takes the row's room.
 */
export function useShownTab(row: RefObject<HTMLElement | null>, path: string, isThere: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address may be there before its tab is
  useEffect(() => {
    const root = row.current;
    if (!root) {
      return;
    }
    const tab = root.querySelector(`[data-tab="${CSS.escape(path)}"]`);
    const show = () => tab?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
    show();
    const observer = typeof ResizeObserver === "undefined" ? undefined : new ResizeObserver(show);
    for (const one of [root, tab]) {
      if (one) {
        observer?.observe(one);
      }
    }
    return () => observer?.disconnect();
  }, [row, path, isThere]);
}
