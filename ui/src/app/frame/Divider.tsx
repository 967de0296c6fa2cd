import { cn } from "@/lib/cn";
import { t } from "@/messages";
import { useAtom } from "@/store";
import { panelWidthAtom, resetWidth } from "./panelWidth";

const step = 16;

/** The edge of the navigation: drag, arrow keys, double-click to reset. */
export function Divider({ className }: { className?: string }) {
  const [width, setWidth] = useAtom(panelWidthAtom);

  const onPointerDown = (event: React.PointerEvent<HTMLElement>) => {
    event.preventDefault();
    const target = event.currentTarget;
    target.setPointerCapture(event.pointerId);
    const move = (moved: PointerEvent) => setWidth(moved.clientX);
    target.addEventListener("pointermove", move);
    const end = () => target.removeEventListener("pointermove", move);
    target.addEventListener("pointerup", end, { once: true });
    target.addEventListener("pointercancel", end, { once: true });
  };

  const onKeyDown = (event: React.KeyboardEvent) => {
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (direction !== undefined) {
      event.preventDefault();
      setWidth(width + direction * step);
    }
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved has no element of its own
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t.frame.divider}
      aria-valuenow={width}
      aria-valuemin={25}
      aria-valuemax={600}
      onPointerDown={onPointerDown}
      onDoubleClick={() => setWidth(resetWidth)}
      onKeyDown={onKeyDown}
      className={cn(
        "-right-1 absolute inset-y-0 z-20 w-2 cursor-col-resize touch-none after:absolute after:inset-y-0 after:left-1/2 after:w-px hover:after:w-0.5 hover:after:bg-accent",
        className,
      )}
    />
  );
}
