import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from "lucide-react";
import { useSyncExternalStore } from "react";
import { IconButton } from "@/components/IconButton/IconButton";
import { t } from "@/messages";
import { dismiss, type ToastTone, toastList } from "./toasts";

const icons: Record<ToastTone, React.ReactNode> = {
  success: <CircleCheck className="size-4 text-success" />,
  error: <CircleAlert className="size-4 text-danger" />,
  warning: <TriangleAlert className="size-4 text-warning" />,
  info: <Info className="size-4 text-info" />,
};

/** Outcomes, in the lower left, out of the way of the call alert. */
export function Toaster() {
  const toasts = useSyncExternalStore(toastList.subscribe, toastList.read);
  return (
    <div
      role="log"
      aria-live="polite"
      className="pointer-events-none fixed bottom-4 left-1/2 z-50 flex w-full max-w-sm -translate-x-1/2 flex-col gap-2 px-4 max-sm:bottom-16"
    >
      {toasts.map((toast) => (
        <div
          key={toast.id}
          role={toast.tone === "error" ? "alert" : "status"}
          data-tone={toast.tone}
          className="pointer-events-auto flex animate-rise items-start gap-2.5 rounded-lg bg-raised py-2 pr-1.5 pl-3 shadow-float"
        >
          <span className="mt-1.5">{icons[toast.tone]}</span>
          <p className="min-w-0 flex-1 break-words py-1">{toast.text}</p>
          {toast.action ? (
            <button
              type="button"
              onClick={() => {
                dismiss(toast.id);
                toast.action?.run();
              }}
              className="h-7 shrink-0 rounded px-2 font-medium text-accent-text hover:bg-n4"
            >
              {toast.action.label}
            </button>
          ) : null}
          <IconButton
            label={t.frame.close}
            icon={<X className="size-3.5" />}
            className="size-7"
            onClick={() => dismiss(toast.id)}
          />
        </div>
      ))}
    </div>
  );
}
