import { useEffect, useLayoutEffect, useRef, useState } from "react";

interface Tip {
  text: string;
  keys: string | undefined;
  anchor: DOMRect;
}

const delay = 450;
const gap = 6;

/** One tooltip for the whole page: whatever carries data-tip shows it on hover and on keyboard focus. */
export function TooltipHost() {
  const [tip, setTip] = useState<Tip>();
  const ref = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hide = () => {
      clearTimeout(timer);
      setTip(undefined);
    };
    const show = (event: Event) => {
      const target = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-tip]") : null;
      clearTimeout(timer);
      if (!target?.dataset.tip || (event.type === "focusin" && !target.matches(":focus-visible"))) {
        setTip(undefined);
        return;
      }
      timer = setTimeout(() => {
        if (target.isConnected && target.dataset.tip) {
          setTip({
            text: target.dataset.tip,
            keys: target.dataset.tipKeys,
            anchor: target.getBoundingClientRect(),
          });
        }
      }, delay);
    };
    const options = { passive: true, capture: true };
    document.addEventListener("pointerover", show, options);
    document.addEventListener("focusin", show, options);
    document.addEventListener("pointerdown", hide, options);
    document.addEventListener("keydown", hide, options);
    document.addEventListener("scroll", hide, options);
    return () => {
      hide();
      document.removeEventListener("pointerover", show, options);
      document.removeEventListener("focusin", show, options);
      document.removeEventListener("pointerdown", hide, options);
      document.removeEventListener("keydown", hide, options);
      document.removeEventListener("scroll", hide, options);
    };
  }, []);

  useLayoutEffect(() => {
    const box = ref.current;
    if (!box || !tip) {
      return;
    }
    const { width, height } = box.getBoundingClientRect();
    const isRoomBelow = tip.anchor.bottom + gap + height < window.innerHeight;
    const left = tip.anchor.left + tip.anchor.width / 2 - width / 2;
    box.style.left = `${Math.min(Math.max(gap, left), window.innerWidth - width - gap)}px`;
    box.style.top = `${isRoomBelow ? tip.anchor.bottom + gap : tip.anchor.top - gap - height}px`;
  }, [tip]);

  if (!tip) {
    return null;
  }
  return (
    <div
      ref={ref}
      role="tooltip"
      className="pointer-events-none fixed z-50 flex max-w-72 animate-fade items-center gap-2 rounded bg-n12 px-2 py-1 text-meta text-n1"
    >
      {tip.text}
      {tip.keys ? <span className="opacity-70">{tip.keys}</span> : null}
    </div>
  );
}
