import { useRouterState } from "@tanstack/react-router";
import { useEffect, useId, useRef, useState } from "react";
import { SectionBody } from "./SectionBody";
import { iconOf, SectionMenu, type SectionProps } from "./SectionRow";

const gap = 14;
/** As high as it becomes: its head, its rows and what is around them. */
const height = 260;

/** A section in a rail: its icon, which shows it beside the rail. It is read while it is shown. */
export function RailSection({ isHeld, ...props }: SectionProps & { isHeld: boolean }) {
  const { section, about } = props;
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const id = useId();
  const address = useRouterState({ select: ({ location }) => location.href });
  const Icon = iconOf(section, about);

  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever goes somewhere has chosen
  useEffect(() => panel.current?.hidePopover?.(), [address]);

  const place = () => {
    const anchor = button.current?.getBoundingClientRect();
    if (anchor && panel.current) {
      panel.current.style.left = `${anchor.right + gap}px`;
      panel.current.style.top = `${Math.max(gap, Math.min(anchor.top, window.innerHeight - height - gap))}px`;
    }
  };

  return (
    <li data-section={section.id} className="flex flex-col items-center">
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={section.name}
        aria-expanded={isOpen}
        data-tip={section.name}
        className="flex size-9 items-center justify-center rounded text-n11 transition-colors duration-120 hover:bg-n4 hover:text-n12 aria-expanded:bg-n4 aria-expanded:text-n12"
      >
        <Icon aria-hidden className="size-4" />
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={section.name}
        onBeforeToggle={place}
        onToggle={({ newState }) => setOpen(newState === "open")}
        className="fixed inset-auto m-0 w-72 rounded-lg border-0 bg-raised p-2 text-n12 shadow-float"
      >
        {isOpen ? (
          <div className="relative">
            <div className="flex h-8 items-center gap-2.5 pl-2">
              <Icon aria-hidden className="size-4 shrink-0 text-n11" />
              <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
                {section.name}
              </span>
              <SectionMenu {...props} />
            </div>
            <SectionBody section={section} about={about} isHeld={isHeld} />
          </div>
        ) : null}
      </div>
    </li>
  );
}
