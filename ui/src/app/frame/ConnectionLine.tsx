import { useEffect, useState } from "react";
import { Spinner } from "@/components/Spinner/Spinner";
import { t } from "@/messages";
import { opening } from "@/messages/opening";
import { connectionAtom, useAtomValue } from "@/store";
import { reloadNow, useRelease } from "../release";
import { QuietLine } from "./QuietLine";

const patience = 600;

/** Whether the connection is away for so long that it is worth a word. */
function useIsAway(): boolean {
  const isAway = useAtomValue(connectionAtom) === "reconnecting";
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isAway) {
      setLong(false);
      return;
    }
    const timer = setTimeout(() => setLong(true), patience);
    return () => clearTimeout(timer);
  }, [isAway]);
  return isLong;
}

/** One line for what concerns the page as a whole: the connection is away, or a new version is ready. */
export function ConnectionLine() {
  const isAway = useIsAway();
  const isOutdated = useRelease();
  if (isAway) {
    return (
      <QuietLine>
        <Spinner className="size-3.5" />
        {t.frame.reconnecting}
      </QuietLine>
    );
  }
  return (
    <QuietLine>
      {isOutdated ? (
        <>
          {t.frame.newRelease}
          <button
            type="button"
            onClick={reloadNow}
            className="pointer-events-auto rounded-sm px-1.5 font-medium text-accent-text hover:underline"
          >
            {opening.reload}
          </button>
        </>
      ) : null}
    </QuietLine>
  );
}
