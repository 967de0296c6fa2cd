import { useBlocker } from "@tanstack/react-router";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { unsavedWork } from "@/lib/unsaved";
import { t } from "@/messages";

const words = t.frame.unsaved;

/** Asks before a navigation leaves unsaved work behind; for what leads outside, the browser asks. */
export function LeaveGuard() {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && unsavedWork().length > 0,
    enableBeforeUnload: () => unsavedWork().length > 0,
    withResolver: true,
  });
  if (status !== "blocked") {
    return null;
  }
  const isKept = unsavedWork().every((work) => work.isKept);
  const discard = () => {
    for (const work of unsavedWork()) {
      work.discard();
    }
    proceed();
  };
  return (
    <Dialog
      role="alertdialog"
      title={words.title}
      onClose={reset}
      footer={
        <>
          <Button onClick={reset}>{words.stay}</Button>
          <Button tone={isKept ? "ghost" : "danger"} onClick={discard}>
            {words.discard}
          </Button>
          {isKept ? (
            <Button tone="primary" onClick={proceed}>
              {words.leave}
            </Button>
          ) : null}
        </>
      }
    >
      <p className="text-n11">{isKept ? words.keptText : words.lostText}</p>
    </Dialog>
  );
}
