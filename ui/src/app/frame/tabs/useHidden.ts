import { type RefObject, useEffect, useState } from "react";

/** What of a row that scrolls is not wholly to be seen, by the elements' data-tab. */
export function useHidden(row: RefObject<HTMLElement | null>, keys: readonly string[]): ReadonlySet<string> {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const joined = keys.join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: other keys are other elements
  useEffect(() => {
    const root = row.current;
    if (!root || typeof IntersectionObserver === "undefined") {
      return;
    }
    const found = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting, intersectionRatio } of entries) {
          const key = (target as HTMLElement).dataset.tab ?? "";
          if (isIntersecting && intersectionRatio > 0.9) {
            found.delete(key);
          } else {
            found.add(key);
          }
        }
        setHidden(new Set(found));
      },
      { root, threshold: [0, 0.9, 1] },
    );
    for (const element of root.querySelectorAll("[data-tab]")) {
      observer.observe(element);
    }
    return () => observer.disconnect();
  }, [row, joined]);
  return hidden;
}
