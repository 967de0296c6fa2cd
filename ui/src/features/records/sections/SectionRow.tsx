import { ArrowDown, ArrowUp, ChevronRight, MoreHorizontal, Pencil, Trash2 } from "lucide-react";
import { useId } from "react";
import { Kbd } from "@/components/Kbd/Kbd";
import { Menu } from "@/components/Menu/Menu";
import { cn } from "@/lib/cn";
import type { Dragging } from "@/lib/useDragging";
import { withChange } from "./changes";
import { icons } from "./icons";
import { changeSections } from "./keeping";
import { words } from "./messages";
import { SectionBody } from "./SectionBody";
import type { Section } from "./sections";
import type { Sectioned } from "./useSections";

export interface SectionProps {
  section: Section;
  about: Sectioned;
  /** Its place among those that are shown. */
  at: number;
  of: number;
  onMove: (to: number) => void;
  onEdit: () => void;
  onRemove: () => void;
}

export const iconOf = ({ icon }: Section, about: Sectioned) => icons[icon]?.Icon ?? about.icon;

const isMoved = (event: React.KeyboardEvent) =>
  event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey
    ? { ArrowUp: -1, ArrowDown: 1 }[event.key]
    : undefined;

/** What can be done with a section. */
export function SectionMenu({ section, at, of, onMove, onEdit, onRemove }: SectionProps) {
  const up = {
    key: "up",
    label: words.moveUp,
    icon: <ArrowUp />,
    keys: <Kbd keys="alt+↑" />,
    onSelect: () => onMove(at - 1),
  };
  const down = {
    key: "down",
    label: words.moveDown,
    icon: <ArrowDown />,
    keys: <Kbd keys="alt+↓" />,
    onSelect: () => onMove(at + 1),
  };
  return (
    <Menu
      label={words.actions(section.name)}
      placement="bottom-start"
      triggerClassName="flex size-7 items-center justify-center rounded text-n10 hover:bg-n5 hover:text-n12"
      isIcon
      trigger={<MoreHorizontal className="size-4" />}
      sections={[
        {
          items: [
            { key: "edit", label: words.edit, icon: <Pencil />, onSelect: onEdit },
            ...(at > 0 ? [up] : []),
            ...(at < of - 1 ? [down] : []),
          ],
        },
        { items: [{ key: "remove", label: words.remove, icon: <Trash2 />, onSelect: onRemove }] },
      ]}
    />
  );
}

/** A section with its heading, which folds it, and by which it is dragged. */
export function SectionRow({
  dragging,
  isHeld,
  ...props
}: SectionProps & { dragging: Dragging; isHeld: boolean }) {
  const { section, about, at, onMove } = props;
  const bodyId = useId();
  const Icon = iconOf(section, about);
  const isOpen = !section.isFolded;
  const drop = dragging.dropOf(section.id);
  return (
    <li
      data-section={section.id}
      className={cn(
        "group/section relative",
        drop &&
          "after:absolute after:inset-x-2 after:z-10 after:h-0.5 after:rounded-full after:bg-accent after:content-['']",
        drop === "before" ? "after:-top-0.5" : "after:-bottom-0.5",
        dragging.isDragged(section.id) && "rounded bg-n4",
      )}
    >
      <div className="flex h-8 items-center rounded text-n11 transition-colors duration-120 hover:bg-n4 hover:text-n12">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? bodyId : undefined}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          onPointerDown={(event) => dragging.start(event, section.id)}
          onClick={(event) => {
            if (!dragging.wasDragged(event)) {
              void changeSections((had) => withChange(had, section.id, { isFolded: isOpen }));
            }
          }}
          onKeyDown={(event) => {
            const step = isMoved(event);
            if (step !== undefined) {
              event.preventDefault();
              onMove(at + step);
            }
          }}
          className="flex h-full min-w-0 flex-1 select-none items-center gap-2.5 rounded pl-2 text-left"
        >
          <Icon aria-hidden className="size-4 shrink-0" />
          <span dir="auto" className="min-w-0 truncate">
            {section.name}
          </span>
          <ChevronRight
            aria-hidden
            className={cn(
              "-ml-1.5 size-3.5 shrink-0 text-n10 transition-transform duration-120 motion-reduce:transition-none",
              isOpen && "rotate-90",
            )}
          />
        </button>
        <span className="shrink-0 pr-0.5 opacity-0 focus-within:opacity-100 group-hover/section:opacity-100 [@media(hover:none)]:opacity-100">
          <SectionMenu {...props} />
        </span>
      </div>
      {isOpen ? (
        <div id={bodyId}>
          <SectionBody section={section} about={about} isHeld={isHeld} />
        </div>
      ) : null}
    </li>
  );
}
