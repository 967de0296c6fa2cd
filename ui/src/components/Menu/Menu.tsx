import { Check } from "lucide-react";
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { cn } from "@/lib/cn";

export interface MenuItem {
  key: string;
  label: string;
  icon?: ReactNode;
  /** Set for one of several choices. */
  isChecked?: boolean;
  keys?: ReactNode;
  onSelect: () => void;
}

export interface MenuSection {
  title?: string;
  /** What there is to know of them, under the title. */
  notes?: readonly string[];
  items: MenuItem[];
}

interface MenuProps {
  /** Names the opened list, and the trigger where it is an icon. */
  label: string;
  sections: MenuSection[];
  trigger: ReactNode;
  /** The trigger shows no words: the label is its accessible name and its tooltip. */
  isIcon?: boolean;
  placement?: Placement;
  triggerClassName?: string;
}

type Placement = "top-start" | "bottom-start" | "bottom-end";

const gap = 6;
const margin = 8;

const between = (least: number, value: number, most: number) => Math.max(least, Math.min(value, most));

/** Lays the list beside its button and keeps it on the screen however near to its edge that is. */
function place(list: HTMLElement, button: HTMLElement, placement: Placement): void {
  const anchor = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = list;
  const { innerWidth, innerHeight } = window;
  const above = anchor.top - gap - height;
  const below = anchor.bottom + gap;
  const isBelow = placement !== "top-start" && below + height <= innerHeight - margin;
  const left = placement === "bottom-end" ? anchor.right - width : anchor.left;
  list.style.left = `${between(margin, left, innerWidth - margin - width)}px`;
  list.style.top = `${between(margin, isBelow ? below : above, innerHeight - margin - height)}px`;
  list.style.maxHeight = `${innerHeight - 2 * margin}px`;
}

/** A button that opens a list of actions; arrows, Home, End, letters and Escape do what they do everywhere. */
export function Menu(props: MenuProps) {
  const { label, sections, trigger, isIcon = false, placement = "bottom-end", triggerClassName } = props;
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  const entries = () => [...(list.current?.querySelectorAll<HTMLButtonElement>("[data-item]") ?? [])];
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };

  useLayoutEffect(() => {
    if (isOpen && list.current && button.current) {
      list.current.showPopover?.();
      place(list.current, button.current, placement);
    }
  }, [isOpen, placement]);

  useEffect(() => {
    if (!isOpen) {
      return;
    }
    const items = [...(list.current?.querySelectorAll<HTMLButtonElement>("[data-item]") ?? [])];
    (items.find((item) => item.getAttribute("aria-checked") === "true") ?? items[0])?.focus();
    const away = (event: PointerEvent) => {
      if (!(event.target instanceof Node && root.current?.contains(event.target))) {
        setOpen(false);
      }
    };
    // What scrolls beneath takes the button along, and the list follows it.
    const scrolled = ({ target }: Event) => {
      if (list.current && button.current && target !== list.current) {
        place(list.current, button.current, placement);
      }
    };
    document.addEventListener("pointerdown", away);
    document.addEventListener("scroll", scrolled, true);
    return () => {
      document.removeEventListener("pointerdown", away);
      document.removeEventListener("scroll", scrolled, true);
    };
  }, [isOpen, placement]);

  const onKeyDown = (event: React.KeyboardEvent) => {
    const items = entries();
    const at = items.indexOf(document.activeElement as HTMLButtonElement);
    const moves: Record<string, number> = {
      ArrowDown: (at + 1) % items.length,
      ArrowUp: (at - 1 + items.length) % items.length,
      Home: 0,
      End: items.length - 1,
    };
    const next = moves[event.key];
    if (next !== undefined) {
      event.preventDefault();
      items[next]?.focus();
    } else if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === "Tab") {
      setOpen(false);
    } else if (/^\p{L}$/u.test(event.key)) {
      items
        .find((item) => item.textContent.trim().toLowerCase().startsWith(event.key.toLowerCase()))
        ?.focus();
    }
  };

  return (
    <div ref={root} className="relative">
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={isIcon ? label : undefined}
        data-tip={isIcon ? label : undefined}
        onClick={() => setOpen(!isOpen)}
        className={triggerClassName}
      >
        {trigger}
      </button>
      {isOpen ? (
        <div
          ref={list}
          id={id}
          role="menu"
          popover="manual"
          tabIndex={-1}
          aria-label={label}
          onKeyDown={onKeyDown}
          className="fixed inset-auto m-0 min-w-56 animate-fade overflow-y-auto rounded-lg border-0 bg-raised p-0 py-1 text-n12 shadow-float"
        >
          {sections.map((section, index) => (
            <div
              key={section.title ?? section.items[0]?.key}
              className={cn(index > 0 && "mt-1 border-t pt-1")}
            >
              {section.title ? (
                <p className="px-3 py-1 font-medium text-meta text-n11">{section.title}</p>
              ) : null}
              {section.notes?.map((note) => (
                <p key={note} className="max-w-64 px-3 pb-1.5 text-meta text-warning">
                  {note}
                </p>
              ))}
              {section.items.map((item) => (
                <button
                  key={item.key}
                  type="button"
                  role={item.isChecked === undefined ? "menuitem" : "menuitemradio"}
                  {...(item.isChecked === undefined ? {} : { "aria-checked": item.isChecked })}
                  data-item
                  tabIndex={-1}
                  onClick={() => {
                    close();
                    item.onSelect();
                  }}
                  className="flex h-8 w-full items-center gap-2.5 px-3 text-left outline-none hover:bg-n4 focus-visible:bg-n4 [&_svg]:size-4 [&_svg]:text-n11"
                >
                  {item.icon}
                  <span className="flex-1">{item.label}</span>
                  {item.isChecked ? <Check aria-hidden /> : item.keys}
                </button>
              ))}
            </div>
          ))}
        </div>
      ) : null}
    </div>
  );
}
