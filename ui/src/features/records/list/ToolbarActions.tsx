import { MoreHorizontal } from "lucide-react";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { IconButton } from "@/components/IconButton/IconButton";
import { Menu } from "@/components/Menu/Menu";
import { words } from "./messages";

/** Something that can be done with a list. */
export interface ToolbarAction {
  key: string;
  label: string;
  icon: ReactNode;
  onSelect: () => void;
  isDisabled?: boolean | undefined;
  /** Set for what is on or off. */
  isOn?: boolean | undefined;
  keys?: string | undefined;
  /** It stands in the menu however much room there is. */
  isMore?: true;
}

const buttonWidth = 36;

/** The actions of a list as icons; what has no room stands in a menu. */
export function ToolbarActions({ actions }: { actions: readonly ToolbarAction[] }) {
  const ref = useRef<HTMLSpanElement>(null);
  const [room, setRoom] = useState(actions.length);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) {
      return;
    }
    const measure = () => setRoom(Math.floor(element.clientWidth / buttonWidth));
    measure();
    const size = new ResizeObserver(measure);
    size.observe(element);
    return () => size.disconnect();
  }, []);
  const wanted = actions.filter(({ isMore }) => !isMore);
  const isWhole = wanted.length === actions.length && wanted.length <= room;
  const shown = isWhole ? wanted : wanted.slice(0, Math.max(0, room - 1));
  const more = actions.filter((action) => !shown.includes(action));
  return (
    <span ref={ref} className="flex min-w-9 flex-1 items-center justify-end gap-1">
      {shown.map(({ key, label, icon, onSelect, isDisabled, isOn, keys }) => (
        <IconButton
          key={key}
          label={label}
          icon={icon}
          disabled={isDisabled}
          aria-pressed={isOn}
          isActive={isOn ?? false}
          {...(keys ? { keys } : {})}
          onClick={onSelect}
        />
      ))}
      {more.length > 0 ? (
        <Menu
          label={words.moreActions}
          isIcon
          triggerClassName="inline-flex size-8 items-center justify-center rounded text-n11 hover:bg-n4 hover:text-n12 aria-expanded:bg-n4"
          trigger={<MoreHorizontal aria-hidden className="size-4" />}
          sections={[
            {
              items: more.map(({ key, label, icon, onSelect, isDisabled }) => ({
                key,
                label,
                icon,
                onSelect: isDisabled ? () => undefined : onSelect,
              })),
            },
          ]}
        />
      ) : null}
    </span>
  );
}
