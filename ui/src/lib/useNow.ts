import { useEffect, useState } from "react";

/** The time, told again each second while something counts. */
export function useNow(isCounting = true): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isCounting) {
      return;
    }
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isCounting]);
  return now;
}
