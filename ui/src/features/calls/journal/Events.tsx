import { createElement, useEffect, useRef } from "react";
import { cn } from "@/lib/cn";
import { duration, exactTime } from "@/lib/time";
import { useZone } from "@/lib/zone";
import { iconOf, toneOf } from "./icons";
import { offsetOf, type Shape, type Step } from "./journal";
import { words } from "./messages";

interface EventsProps {
  shape: Shape;
  index: number;
  /** Whether what is shown is followed: it is played, or stepped through. */
  isFollowed: boolean;
  sentence: (step: Step) => string;
  onGo: (index: number) => void;
}

/** All that happened, in its order. */
export function Events({ shape, index, isFollowed, sentence, onGo }: EventsProps) {
  useZone();
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const shown = list.current;
    const row = shown?.children[index];
    if (isFollowed && shown && row instanceof HTMLElement) {
      // The list alone scrolls, never the page.
      const over = row.offsetTop - shown.offsetTop;
      if (over < shown.scrollTop || over + row.offsetHeight > shown.scrollTop + shown.clientHeight) {
        shown.scrollTop = over - shown.clientHeight / 2;
      }
    }
  }, [index, isFollowed]);
  return (
    <ol ref={list} aria-label={words.events} className="relative max-h-120 overflow-y-auto">
      {shape.told.map((step, place) => {
        const isPast = place <= index;
        return (
          <li key={step.seq} data-kind={step.kind} className="group relative flex">
            <button
              type="button"
              aria-current={place === index ? "step" : undefined}
              onClick={() => onGo(place)}
              className={cn(
                "flex min-h-8 w-full items-center gap-3 rounded px-2 py-1 text-left hover:bg-n3",
                place === index && "bg-accent-soft",
              )}
            >
              <time
                dateTime={step.at}
                title={exactTime(new Date(step.at))}
                className="w-12 shrink-0 text-right text-meta text-n11 tabular-nums"
              >
                {duration(offsetOf(step, shape.began) / 1000)}
              </time>
              <span className="relative flex self-stretch">
                <span
                  aria-hidden
                  className="absolute inset-y-[-4px] left-1/2 w-px -translate-x-1/2 bg-n6 group-first:top-1/2 group-last:bottom-1/2"
                />
                <span
                  aria-hidden
                  className={cn(
                    "relative my-auto flex size-6 items-center justify-center rounded-full border bg-surface [&_svg]:size-3.5",
                    toneOf(step.kind),
                  )}
                >
                  {createElement(iconOf(step.kind))}
                </span>
              </span>
              <span className={cn("min-w-0 break-words", !isPast && "text-n11")}>{sentence(step)}</span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
