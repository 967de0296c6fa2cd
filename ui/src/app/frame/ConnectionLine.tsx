import { useEffect, useState } from "react";
import { Spinner } from "@/components/Spinner/Spinner";
import { t } from "@/messages";
import { connectionAtom, useAtomValue } from "@/store";

const patience = 600;

/** One line that says so while the connection is away; a short loss is not shown. */
export function ConnectionLine() {
  const phase = useAtomValue(connectionAtom);
  const isAway = phase === "reconnecting";
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isAway) {
      setShown(false);
      return;
    }
    const timer = setTimeout(() => setShown(true), patience);
    return () => clearTimeout(timer);
  }, [isAway]);
  return (
    <div role="status" className="shrink-0">
      {isShown ? (
        <p className="flex h-7 animate-fade items-center justify-center gap-2 bg-n4 text-meta text-n11">
          <Spinner className="size-3.5" />
          {t.frame.reconnecting}
        </p>
      ) : null}
    </div>
  );
}
