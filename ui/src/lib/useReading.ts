import { useEffect, useState } from "react";

const isReading = () => document.visibilityState === "visible" && document.hasFocus();

/** Whether somebody looks at this page: shown and focused. */
export function useReading(): boolean {
  const [reads, setReads] = useState(isReading);
  useEffect(() => {
    const update = () => setReads(isReading());
    window.addEventListener("focus", update);
    window.addEventListener("blur", update);
    document.addEventListener("visibilitychange", update);
    return () => {
      window.removeEventListener("focus", update);
      window.removeEventListener("blur", update);
      document.removeEventListener("visibilitychange", update);
    };
  }, []);
  return reads;
}
