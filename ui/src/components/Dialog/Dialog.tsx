import { X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button } from "@/components/Button/Button";
import { IconButton } from "@/components/IconButton/IconButton";
import { cn } from "@/lib/cn";
import { t } from "@/messages";
import { firstField, watchFields } from "./fields";

interface DialogProps {
  title: string;
  onClose: () => void;
  /** Enter in a field, and the foot's button of type submit. */
  onSubmit?: () => unknown;
  children: ReactNode;
  footer?: ReactNode;
  /** Hides the title bar; the title still names the dialog. */
  isBare?: boolean;
  /** What is typed here is no work: it may go without a question. */
  isPassing?: boolean;
  /** Whether there is work in it to lose, where its fields alone don't tell. */
  isDirty?: boolean;
  /** Stands at the right edge, as high as the window, and leaves what it is about in sight. */
  isSheet?: boolean;
  role?: "dialog" | "alertdialog";
  /** Its greatest width, and whatever else; max-w-md where nothing is said. */
  className?: string;
}

/**
 * The platform's modal dialog. It traps the focus and gives it back; the focus begins in the first field, or on the
 * first button of the foot, which changes nothing. Escape, the cross and a press outside close it, and ask before
 * they take away what somebody has filled in.
 */
export function Dialog(props: DialogProps) {
  const { title, onClose, onSubmit, children, footer, isBare = false, isPassing = false } = props;
  const ref = useRef<HTMLDialogElement>(null);
  const foot = useRef<HTMLDivElement>(null);
  const [fields] = useState(watchFields);
  const [isAsking, setAsking] = useState(false);
  const titleId = useId();

  useEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    dialog?.showModal();
    if (dialog) {
      (firstField(dialog) ?? foot.current?.querySelector("button"))?.focus();
      fields.see(dialog);
    }
    return () => {
      dialog?.close();
      const back =
        before instanceof HTMLElement && before.isConnected ? before : document.querySelector("main");
      back?.focus();
    };
  }, [fields]);

  const leave = () => (!isPassing && (props.isDirty ?? fields.isChanged()) ? setAsking(true) : onClose());

  const onKeyDown = (event: KeyboardEvent) => {
    // Taken before the browser has it: a dialog that refused to close is closed by the next Escape without asking.
    // One that was taken already belongs to a dialog within this one.
    if (event.key === "Escape" && !event.nativeEvent.isComposing && !event.defaultPrevented) {
      event.preventDefault();
      leave();
    }
  };

  const content = (
    <>
      <div className={cn("min-h-0 flex-1 overflow-y-auto", !isBare && "px-5 pt-1 pb-5")}>{children}</div>
      {footer ? (
        <div ref={foot} className="flex justify-end gap-2 border-t bg-n2 px-5 py-3">
          {footer}
        </div>
      ) : null}
    </>
  );

  return (
    <>
      <dialog
        ref={ref}
        role={props.role ?? "dialog"}
        aria-labelledby={titleId}
        onFocus={() => ref.current && fields.see(ref.current)}
        onKeyDown={onKeyDown}
        onCancel={(event) => {
          event.preventDefault();
          leave();
        }}
        onPointerDown={(event) => {
          if (event.target === ref.current) {
            leave();
          }
        }}
        className={cn(
          "animate-rise flex-col overflow-hidden bg-raised p-0 text-n12 shadow-float open:flex",
          props.isSheet
            ? "my-0 mr-0 ml-auto h-dvh max-h-none w-full"
            : "m-auto w-[calc(100%-2rem)] rounded-lg",
          props.className ?? "max-w-md",
        )}
      >
        <div className={isBare ? "sr-only" : "flex items-center justify-between gap-3 py-2 pr-2 pl-5"}>
          <h2 id={titleId} className="font-semibold text-lg">
            {title}
          </h2>
          {isBare ? null : (
            <IconButton label={t.frame.close} icon={<X className="size-4" />} onClick={leave} />
          )}
        </div>
        {onSubmit ? (
          <form
            noValidate
            className="flex min-h-0 flex-1 flex-col"
            onSubmit={(event) => {
              event.preventDefault();
              onSubmit();
            }}
          >
            {content}
          </form>
        ) : (
          content
        )}
      </dialog>
      {isAsking ? <LeaveQuestion onStay={() => setAsking(false)} onLeave={onClose} /> : null}
    </>
  );
}

function LeaveQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const words = t.frame.leave;
  return (
    <Dialog
      role="alertdialog"
      title={words.title}
      onClose={onStay}
      className="max-w-sm"
      footer={
        <>
          <Button onClick={onStay}>{words.stay}</Button>
          <Button tone="danger" onClick={onLeave}>
            {words.discard}
          </Button>
        </>
      }
    >
      <p className="text-n11">{words.text}</p>
    </Dialog>
  );
}
