import { X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { IconButton } from "@/components/IconButton/IconButton";
import { cn } from "@/lib/cn";
import { t } from "@/messages";

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  footer?: ReactNode;
  /** Hides the title bar; the title still names the dialog. */
  isBare?: boolean;
  role?: "dialog" | "alertdialog";
  className?: string;
}

/** The platform's modal dialog: it traps the focus, closes on Escape and gives the focus back. */
export function Dialog({
  title,
  onClose,
  children,
  footer,
  isBare = false,
  role = "dialog",
  className,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    dialog?.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) {
        before.focus();
      }
    };
  }, []);

  return (
    <dialog
      ref={ref}
      role={role}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => {
        if (event.target === ref.current) {
          onClose();
        }
      }}
      className={cn(
        "m-auto w-[calc(100%-2rem)] max-w-md animate-rise flex-col overflow-hidden rounded-lg bg-raised p-0 text-n12 shadow-float open:flex",
        className,
      )}
    >
      <div className={isBare ? "sr-only" : "flex items-center justify-between gap-3 py-2 pr-2 pl-5"}>
        <h2 id={titleId} className="font-semibold text-lg">
          {title}
        </h2>
        {isBare ? null : (
          <IconButton label={t.frame.close} icon={<X className="size-4" />} onClick={onClose} />
        )}
      </div>
      <div className={cn("min-h-0 flex-1 overflow-y-auto", !isBare && "px-5 pt-1 pb-5")}>{children}</div>
      {footer ? <div className="flex justify-end gap-2 border-t bg-n2 px-5 py-3">{footer}</div> : null}
    </dialog>
  );
}
