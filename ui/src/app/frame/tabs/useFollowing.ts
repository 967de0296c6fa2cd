import { useNavigate, useRouter, useRouterState } from "@tanstack/react-router";
import { useCallback, useEffect, useRef } from "react";
import { readIsAbsent, readOpenRecord, useIsAbsent, useOpenRecord } from "@/lib/openTitle";
import { store } from "@/store";
import { isWithin, type ShownPlace } from "../../navigation";
import { noteRecent } from "../../palette/recent";
import { step, tabsAtom } from "./keeping";
import { surplusOf, type Tab } from "./openTabs";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The tab that is closed by going here, which a question about unsaved work may prevent. */
    closes?: string;
  }
}

/** How many pages are remembered with how they were shown: a page may stay open for weeks. */
const remembered = 100;

/** The address whose page is drawn: one that is still to come does not count. */
function useShownPage() {
  return useRouterState({ select: ({ matches }) => matches.at(-1) });
}

/** Where one goes when a record's last tab is closed: to the place that it belongs to. */
const placeOf = (places: readonly ShownPlace[], path: string) =>
  places.find((place) => isWithin(place, path))?.path ?? "/";

/**
 * Makes a tab of each record that is opened, keeps its name, and takes the tab of what is not there away when it is
 * left. Gives how to go to a tab, and how to close one.
 */
export function useFollowing(places: readonly ShownPlace[]) {
  const router = useRouter();
  const navigate = useNavigate();
  const page = useShownPage();
  const path = page?.pathname ?? "";
  const record = useOpenRecord();
  const isAbsent = useIsAbsent();
  const used = useRef<string[]>([]);
  /** How each was shown last: its list's view, its form. */
  const searches = useRef(new Map<string, object>());
  const closing = useRef({ id: "", path: "" });
  const before = useRef({ path: "", isAbsent: false });

  useEffect(() => {
    if (page) {
      const known = searches.current;
      known.delete(page.pathname);
      known.set(page.pathname, page.search);
      const [oldest] = known.keys();
      if (known.size > remembered && oldest !== undefined) {
        known.delete(oldest);
      }
    }
  }, [page]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn now is read from the page itself
  useEffect(() => {
    const name = readOpenRecord();
    if (name === "" || readIsAbsent()) {
      return;
    }
    const tabs = store.get(tabsAtom);
    const surplus = tabs.some((tab) => tab.path === path) ? undefined : surplusOf(tabs, used.current);
    if (surplus) {
      step({ do: "close", path: surplus.path });
    }
    used.current = [...used.current.filter((one) => one !== path), path].slice(-remembered);
    step({ do: "open", path, name });
    step({ do: "look", path });
    noteRecent({ path, label: name });
  }, [path, record, isAbsent]);

  useEffect(() => {
    const left = before.current;
    before.current = { path, isAbsent };
    if (left.path === path) {
      return;
    }
    const { id, path: closed } = closing.current;
    const isClosed = closed === left.path && router.history.location.state.closes === id;
    if (isClosed || left.isAbsent) {
      step({ do: "close", path: left.path });
    }
    closing.current = { id: "", path: "" };
  }, [path, isAbsent, router]);

  const go = useCallback(
    (to: string, closes?: string) =>
      void navigate({
        to,
        search: searches.current.get(to) ?? {},
        ...(closes === undefined ? {} : { state: { closes } }),
      }),
    [navigate],
  );

  /** Gives the tab beside it, to which one goes where it was the open one. */
  const close = useCallback(
    (tab: Tab): Tab | undefined => {
      const tabs = store.get(tabsAtom);
      const at = tabs.findIndex((one) => one.path === tab.path);
      const beside = tabs[at + 1] ?? tabs[at - 1];
      if (tab.path === before.current.path) {
        closing.current = { id: crypto.randomUUID(), path: tab.path };
        go(beside?.path ?? placeOf(places, tab.path), closing.current.id);
      } else {
        step({ do: "close", path: tab.path });
      }
      return beside;
    },
    [places, go],
  );

  return { path, isAbsent, go, close, searchOf: (to: string) => searches.current.get(to) ?? {} };
}
