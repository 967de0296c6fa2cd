import { useEffect, useLayoutEffect, useRef, useState } from "react";

interface Tip {
  text: string;
  keys: string | undefined;
  anchor: DOMRect;
}

const delay = 450;
const gap = 6;

const telling = "[data-tip], [data-tip-cut]";
const covers = "[data-row-link]";

const isCut = (element: HTMLElement) => element.scrollWidth > element.clientWidth;

/** The cut text under the pointer in a row, over all of whose cells its link lies. */
function cutBelow({ clientX: x, clientY: y }: PointerEvent): HTMLElement | undefined {
  return document.elementsFromPoint(x, y).find((element): element is HTMLElement => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return (
      element instanceof HTMLElement &&
      element.dataset.tipCut !== undefined &&
      isCut(element) &&
      left <= x &&
      x <= right &&
      top <= y &&
      y <= bottom
    );
  });
}

const textOf = (element: HTMLElement): string | null | undefined =>
  element.dataset.tip ||
  (element.dataset.tipCut !== undefined && isCut(element) ? element.textContent : undefined);

/** The nearest around what an event is about that has something to tell. */
function toldBy(event: Event): HTMLElement | undefined {
  const { target } = event;
  if (!(target instanceof Element)) {
    return undefined;
  }
  if (event instanceof PointerEvent && target.matches(covers)) {
    return cutBelow(event);
  }
  let told = target.closest<HTMLElement>(telling);
  while (told && !textOf(told)) {
    told = told.parentElement?.closest<HTMLElement>(telling) ?? null;
  }
  return told ?? undefined;
}

/**
 * One tooltip for the whole page, on hover and on keyboard focus: whatever carries data-tip shows that, and a text
 * with data-tip-cut shows all of itself while there is no room for it.
 */
export function TooltipHost() {
  const [tip, setTip] = useState<Tip>();
  const ref = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let current: HTMLElement | undefined;
    const hide = () => {
      clearTimeout(timer);
      setTip(undefined);
    };
    const show = (event: Event) => {
      const target = toldBy(event);
      current = target;
      clearTimeout(timer);
      if (!target || (event.type === "focusin" && !target.matches(":focus-visible"))) {
        setTip(undefined);
        return;
      }
      timer = setTimeout(() => {
        const text = target.isConnected && textOf(target);
        if (text) {
          setTip({ text, keys: target.dataset.tipKeys, anchor: target.getBoundingClientRect() });
        }
      }, delay);
    };
    // Within a row the pointer stays over one link, whatever lies below.
    const move = (event: PointerEvent) => {
      if (event.target instanceof Element && event.target.matches(covers) && cutBelow(event) !== current) {
        show(event);
      }
    };
    const options = { passive: true, capture: true };
    document.addEventListener("pointerover", show, options);
    document.addEventListener("pointermove", move, options);
    document.addEventListener("focusin", show, options);
    document.addEventListener("pointerdown", hide, options);
    document.addEventListener("keydown", hide, options);
    document.addEventListener("scroll", hide, options);
    return () => {
      hide();
      document.removeEventListener("pointerover", show, options);
      document.removeEventListener("pointermove", move, options);
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
      <span className="wrap-anywhere line-clamp-8">{tip.text}</span>
      {tip.keys ? <span className="opacity-70">{tip.keys}</span> : null}
    </div>
  );
}
