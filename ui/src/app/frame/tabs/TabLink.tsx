import { Link } from "@tanstack/react-router";
import type { LucideIcon } from "lucide-react";
import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { cn } from "@/lib/cn";
import { tabs as words } from "@/messages/tabs";
import { useNameField, useShown } from "@/store";
import { step } from "./keeping";
import { recordAt, type Tab } from "./openTabs";

interface TabLinkProps {
  tab: Tab;
  icon: LucideIcon;
  search: object;
  isCurrent: boolean;
  /** What it leads to is not there. */
  isAbsent: boolean;
  /** The Tab key stops here; arrows go to the others. */
  isStop: boolean;
  onClose: () => void;
  onFocus: () => void;
  onDrag: () => void;
  onDrop: () => void;
}

/** Follows the record as far as the page hears of it: by a new name, and away when it is deleted. */
function useRecordOf({ path, name, id }: Tab, isCurrent: boolean): void {
  const object = recordAt(path)?.object ?? "";
  const nameField = useNameField(object);
  const shown = useShown(object, id);
  const called = String(shown?.record[nameField] ?? "");
  const before = useRef(called);
  useEffect(() => {
    // A page may call its record otherwise than by its name: what it says is left alone then.
    if (!isCurrent && called !== "" && before.current === name && called !== name) {
      step({ do: "open", path, name: called });
    }
    before.current = called;
  }, [called, name, path, isCurrent]);
  const isGone = shown?.isRemoved === true && !isCurrent;
  useEffect(() => {
    if (isGone) {
      step({ do: "close", path });
    }
  }, [isGone, path]);
}

const middle = 1;

/** One opened record: a link to it, and a way to close it. */
export function TabLink(props: TabLinkProps) {
  const { tab, icon: Icon, search, isCurrent, isAbsent, isStop, onClose } = props;
  useRecordOf(tab, isCurrent);
  const label = isAbsent ? words.absent(tab.name) : tab.name;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: by the keyboard the tab itself is moved and closed
    <div
      data-tab={tab.path}
      role="presentation"
      draggable
      onDragStart={({ dataTransfer }) => {
        dataTransfer.effectAllowed = "move";
        dataTransfer.setData("text/plain", tab.name);
        props.onDrag();
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={props.onDrop}
      onMouseDown={(event) => event.button === middle && event.preventDefault()}
      onAuxClick={(event) => {
        if (event.button === middle) {
          event.preventDefault();
          onClose();
        }
      }}
      className={cn(
        "group relative flex h-full max-w-48 shrink-0 items-center border-r transition-colors duration-120",
        isCurrent
          ? "bg-surface font-medium text-n12 after:absolute after:inset-x-0 after:top-0 after:h-0.5 after:bg-accent"
          : "text-n11 hover:bg-n4 hover:text-n12",
      )}
    >
      <Link
        to={tab.path}
        search={search}
        role="tab"
        aria-selected={isCurrent}
        aria-controls="content"
        aria-label={isAbsent ? label : undefined}
        aria-keyshortcuts="Delete"
        tabIndex={isStop ? 0 : -1}
        draggable={false}
        data-tip={label}
        onFocus={props.onFocus}
        className="-outline-offset-2 flex h-full min-w-0 items-center gap-2 pr-8 pl-3"
      >
        <Icon aria-hidden className="size-3.5 shrink-0" />
        <bdi className={cn("truncate", isAbsent && "text-n10 line-through")}>{tab.name}</bdi>
      </Link>
      {/* By the keyboard and aloud it is the tab's Delete key: a tab holds no other control. */}
      <button
        type="button"
        aria-hidden
        tabIndex={-1}
        data-close={tab.path}
        data-tip={words.close(tab.name)}
        onClick={onClose}
        className={cn(
          "absolute right-1.5 inline-flex size-5 items-center justify-center rounded-sm text-n11 opacity-0 hover:bg-n5 hover:text-n12 group-focus-within:opacity-100 group-hover:opacity-100",
          isCurrent && "opacity-100",
        )}
      >
        <X className="size-3.5" />
      </button>
    </div>
  );
}
