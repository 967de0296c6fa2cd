import { useSyncExternalStore } from "react";

const isReading = () => document.visibilityState === "visible" && document.hasFocus();

function follow(listener: () => void): () => void {
  window.addEventListener("focus", listener);
  window.addEventListener("blur", listener);
  document.addEventListener("visibilitychange", listener);
  return () => {
    window.removeEventListener("focus", listener);
    window.removeEventListener("blur", listener);
    document.removeEventListener("visibilitychange", listener);
  };
}

/** Whether somebody looks at this page: shown and focused. */
export const useReading = (): boolean => useSyncExternalStore(follow, isReading);
