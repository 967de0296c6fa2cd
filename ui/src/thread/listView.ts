import { useNavigate, useSearch } from "@tanstack/react-router";

type Show = "unread" | "mine" | "all";

/** What the address says of a list of threads; what is not there is as at first. */
export interface ListView {
  show?: Show;
  search?: string;
}

/** All of a list. */
export const everything: Required<ListView> = { show: "all", search: "" };

export const listView = (raw: Record<string, unknown>): ListView => ({
  ...(raw.show === "unread" || raw.show === "mine" ? { show: raw.show } : {}),
  ...(typeof raw.search === "string" && raw.search !== "" ? { search: raw.search } : {}),
});

/** Which threads are listed, as the address says, and how to list others. */
export function useListView() {
  const view = listView(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { show = "all", search = "" } = view;
  return {
    show,
    search,
    turn: (change: ListView) => {
      const next = listView({ show, search, ...change });
      void navigate({ to: ".", search: next as never, replace: change.search !== undefined });
    },
  };
}
