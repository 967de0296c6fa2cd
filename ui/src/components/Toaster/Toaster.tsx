import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from "lucide-react";
import { type RefObject, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { IconButton } from "@/components/IconButton/IconButton";
import { t } from "@/messages";
import { dismiss, type Toast, type ToastTone, toastList } from "./toasts";

const icons: Record<ToastTone, React.ReactNode> = {
  success: <CircleCheck className="size-4 text-success" />,
  error: <CircleAlert className="size-4 text-danger" />,
  warning: <TriangleAlert className="size-4 text-warning" />,
  info: <Info className="size-4 text-info" />,
};

const gap = 8;
const widest = 384;

interface Place {
  left: number;
  bottom: number;
  width: number;
}

/** The bar at the foot of the page, such as a composer, or the page's own lower edge. */
function edgeOfPage(): { left: number; width: number; y: number } {
  const page = document.querySelector("main");
  const [foot] = [...(page?.querySelectorAll("[data-foot]") ?? [])]
    .map((one) => one.getBoundingClientRect())
    .filter(({ height }) => height > 0)
    .sort((one, other) => other.bottom - one.bottom);
  if (foot) {
    return { left: foot.left, width: foot.width, y: foot.top };
  }
  const { left, width, bottom } = page?.getBoundingClientRect() ?? {
    left: 0,
    width: innerWidth,
    bottom: innerHeight,
  };
  return { left, width, y: bottom };
}

/**
 * Where the toasts stand: at the lower edge of the page, in a strip that the page leaves free for them while they are
 * shown (--toasts). What scrolls there gets shorter, and nothing is covered or moved.
 */
function usePlace(box: RefObject<HTMLElement | null>, toasts: readonly Toast[]): Place | undefined {
  const [place, setPlace] = useState<Place>();
  const isShown = toasts.length > 0;
  useLayoutEffect(() => {
    if (!isShown) {
      return;
    }
    const measure = () => {
      const { left, width, y } = edgeOfPage();
      const own = Math.min(widest, width - 2 * gap);
      const next = { left: left + (width - own) / 2, bottom: innerHeight - y + gap, width: own };
      setPlace((had) => (JSON.stringify(had) === JSON.stringify(next) ? had : next));
    };
    measure();
    const watch = new MutationObserver(measure);
    watch.observe(document.body, { childList: true, subtree: true });
    window.addEventListener("resize", measure);
    return () => {
      watch.disconnect();
      window.removeEventListener("resize", measure);
    };
  }, [isShown]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: their height follows from what is shown, and how wide
  useLayoutEffect(() => {
    const height = isShown ? (box.current?.offsetHeight ?? 0) + 2 * gap : 0;
    document.documentElement.style.setProperty("--toasts", `${height}px`);
  }, [toasts, place]);
  return place;
}

/** Outcomes, at the lower edge of the page. */
export function Toaster() {
  const toasts = useSyncExternalStore(toastList.subscribe, toastList.read);
  const box = useRef<HTMLDivElement>(null);
  const place = usePlace(box, toasts);
  return (
    <div
      ref={box}
      role="log"
      aria-live="polite"
      style={place}
      className="pointer-events-none fixed z-50 flex flex-col gap-2"
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
