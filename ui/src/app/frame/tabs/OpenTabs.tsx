import { ChevronDown, FileText } from "lucide-react";
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Menu } from "@/components/Menu/Menu";
import { tabs as words } from "@/messages/tabs";
import { useAtomValue } from "@/store";
import { isWithin, usePlaces, useRecordPlaces } from "../../navigation";
import { keepTabs, step, tabsAtom } from "./keeping";
import type { Tab } from "./openTabs";
import { TabLink } from "./TabLink";
import { useFollowing } from "./useFollowing";
import { useHidden } from "./useHidden";
import { useShownTab } from "./useShownTab";
import { useTabKeys } from "./useTabKeys";

/** The records that a person has opened, in all of his browsers; which of them is open is each browser's own. */
export function OpenTabs() {
  useEffect(keepTabs, []);
  const live = usePlaces("live");
  const places = [...live, ...useRecordPlaces()];
  const tabs = useAtomValue(tabsAtom);
  const { path, isAbsent, go, close, searchOf } = useFollowing(places);
  const row = useRef<HTMLDivElement>(null);
  const hidden = useHidden(
    row,
    tabs.map((tab) => tab.path),
  );
  const [focused, setFocused] = useState<string>();
  /** Where the focus goes when the tab that has it is gone: what takes it away may ask first. */
  const refocus = useRef<{ closed: string; next: string | undefined }>(undefined);
  const dragged = useRef<string>(undefined);

  const iconOf = (tab: Tab) => places.find((place) => isWithin(place, tab.path))?.icon ?? FileText;
  const elementOf = (one: string | undefined) =>
    row.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(one ?? "")}"] [role=tab]`);
  const isThere = (one: string | undefined) => tabs.some((tab) => tab.path === one);
  const stop = [focused, path].find(isThere) ?? tabs[0]?.path;

  useTabKeys((place) => tabs[place] && go(tabs[place].path));

  useShownTab(row, path, isThere(path));

  // biome-ignore lint/correctness/useExhaustiveDependencies: it waits for the tab to be gone
  useLayoutEffect(() => {
    const { closed, next } = refocus.current ?? {};
    if (closed === undefined || isThere(closed)) {
      return;
    }
    refocus.current = undefined;
    if (document.activeElement === document.body) {
      (elementOf(next) ?? document.getElementById("content"))?.focus();
    }
  }, [tabs]);

  const onClose = (tab: Tab) => {
    const hadFocus = row.current?.contains(document.activeElement);
    const next = close(tab)?.path;
    refocus.current = hadFocus ? { closed: tab.path, next } : undefined;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.path === focused);
    const tab = tabs[at];
    if (!tab) {
      return;
    }
    const places: Record<string, number> = {
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      Home: 0,
      End: tabs.length - 1,
    };
    const place = places[event.key];
    if (event.key === "Delete") {
      event.preventDefault();
      onClose(tab);
    } else if (event.key === " ") {
      event.preventDefault();
      go(tab.path);
    } else if (place !== undefined) {
      event.preventDefault();
      const other = tabs[(place + tabs.length) % tabs.length];
      if (!(event.altKey && event.shiftKey)) {
        elementOf(other?.path)?.focus();
      } else if (tabs[place]) {
        const before = place < at ? tabs[place] : tabs[place + 1];
        step({ do: "move", path: tab.path, before: before?.path });
      }
    }
  };

  const onDrop = (target: Tab) => {
    const from = tabs.findIndex((tab) => tab.path === dragged.current);
    const to = tabs.indexOf(target);
    const moved = tabs[from];
    if (moved && from !== to) {
      step({ do: "move", path: moved.path, before: tabs[from < to ? to + 1 : to]?.path });
    }
  };

  if (tabs.length === 0) {
    return null;
  }
  return (
    <>
      <div
        ref={row}
        role="tablist"
        aria-label={words.label}
        onKeyDown={onKeyDown}
        onWheel={({ currentTarget, deltaX, deltaY }) => {
          currentTarget.scrollLeft += deltaX === 0 ? deltaY : 0;
        }}
        className="flex h-full min-w-0 overflow-x-auto [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <TabLink
            key={tab.path}
            tab={tab}
            icon={iconOf(tab)}
            search={searchOf(tab.path)}
            isCurrent={tab.path === path}
            isAbsent={isAbsent && tab.path === path}
            isStop={tab.path === stop}
            onClose={() => onClose(tab)}
            onFocus={() => setFocused(tab.path)}
            onDrag={() => {
              dragged.current = tab.path;
            }}
            onDrop={() => onDrop(tab)}
          />
        ))}
      </div>
      {hidden.size > 0 ? (
        // As wide for 9 as for 19: itself it takes room, so that one more may be hidden.
        <Menu
          label={words.label}
          triggerClassName="mx-1 flex h-7 min-w-24 items-center justify-end gap-1 whitespace-nowrap rounded px-2 text-meta text-n11 tabular-nums hover:bg-n4 hover:text-n12"
          trigger={
            <>
              {words.more(tabs.filter((tab) => hidden.has(tab.path)).length)}
              <ChevronDown aria-hidden className="size-3.5" />
            </>
          }
          sections={[
            {
              items: tabs
                .filter((tab) => hidden.has(tab.path))
                .map((tab) => {
                  const Icon = iconOf(tab);
                  return { key: tab.path, label: tab.name, icon: <Icon />, onSelect: () => go(tab.path) };
                }),
            },
          ]}
        />
      ) : null}
    </>
  );
}
