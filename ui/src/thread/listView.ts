import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { recall, remember } from "@/lib/storage";

export type Show = "unread" | "mine" | "unassigned" | "snoozed" | "all";

/** What the address says of a list of threads; what is not there is as at first. */
export interface ListView {
  show?: Show;
  search?: string;
}

/** All of a list. */
export const everything: Required<ListView> = { show: "all", search: "" };

/** The tabs of a list, except the one with all of it. */
const few: readonly Show[] = ["unread", "mine"];
const many: readonly Show[] = ["unread", "mine", "unassigned", "snoozed"];

const read = (raw: Record<string, unknown>, shows: readonly Show[]): ListView => ({
  ...(shows.includes(raw.show as Show) ? { show: raw.show as Show } : {}),
  ...(typeof raw.search === "string" && raw.search !== "" ? { search: raw.search } : {}),
});

export const listView = (raw: Record<string, unknown>): ListView => read(raw, few);

/** Of threads that are assigned and snoozed. */
export const workView = (raw: Record<string, unknown>): ListView => read(raw, many);

/**
 * Which threads are listed, as the address says, and how to list others. Where the address says nothing, it is as it
 * was last under the key.
 */
export function useListView(parse = listView, key?: string) {
  const view = parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const [kept, setKept] = useState(() => parse({ show: key && recall(key) }).show);
  const { show = kept ?? "all", search = "" } = view;
  return {
    show,
    search,
    turn: (change: ListView) => {
      if (key && change.show) {
        remember(key, change.show);
        setKept(parse({ show: change.show }).show);
      }
      const next = parse({ show, search, ...change } as Record<string, unknown>);
      void navigate({ to: ".", search: next as never, replace: change.search !== undefined });
    },
  };
}
