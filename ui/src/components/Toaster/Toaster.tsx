import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from "lucide-react";
import { useLayoutEffect, useState, useSyncExternalStore } from "react";
import { IconButton } from "@/components/IconButton/IconButton";
import { t } from "@/messages";
import { dismiss, type ToastTone, toastList } from "./toasts";

const icons: Record<ToastTone, React.ReactNode> = {
  success: <CircleCheck className="size-4 text-success" />,
  error: <CircleAlert className="size-4 text-danger" />,
  warning: <TriangleAlert className="size-4 text-warning" />,
  info: <Info className="size-4 text-info" />,
};

const gap = 16;

/** The height of the bars at the window's foot (data-foot), such as a composer: toasts stand above them. */
function heightOfFeet(): number {
  const feet = [...document.querySelectorAll("[data-foot]")]
    .map((foot) => foot.getBoundingClientRect())
    .filter(({ height }) => height > 0)
    .sort((one, other) => other.bottom - one.bottom);
  // Each stands on the one before, or at the edge.
  const top = feet.reduce(
    (edge, foot) => (foot.bottom > edge - gap ? Math.min(edge, foot.top) : edge),
    innerHeight,
  );
  return innerHeight - top;
}

/** Keeps the toasts above the feet while any is shown, also where a page with another foot comes. */
function useAboveFeet(isShown: boolean): number {
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    if (!isShown) {
      return;
    }
    const measure = () => setHeight(heightOfFeet());
    measure();
    const watch = new MutationObserver(measure);
    watch.observe(document.body, { childList: true, subtree: true });
    window.addEventListener("resize", measure);
    return () => {
      watch.disconnect();
      window.removeEventListener("resize", measure);
    };
  }, [isShown]);
  return height;
}

/** Outcomes, above whatever stands at the foot of the page, so that they cover no control. */
export function Toaster() {
  const toasts = useSyncExternalStore(toastList.subscribe, toastList.read);
  const feet = useAboveFeet(toasts.length > 0);
  return (
    <div
      role="log"
      aria-live="polite"
      style={{ bottom: feet + gap }}
      className="pointer-events-none fixed left-1/2 z-50 flex w-full max-w-sm -translate-x-1/2 flex-col gap-2 px-4"
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
