import { createBrowserHistory, type HistoryLocation, type RouterHistory } from "@tanstack/react-router";
import type { Feature, OwnWindow } from "@/feature";

/** The window that the page was opened as. */
export interface Opened {
  window: OwnWindow;
}

const begins = (address: string, base: string) => address === base || address.startsWith(`${base}/`);

/** The window of its own that an address opens, if any. */
export function openedAt(features: readonly Feature[], address: string): Opened | undefined {
  return features
    .flatMap(({ window }) => window ?? [])
    .map((window) => ({ window }))
    .find(({ window }) => window.bases.some((base) => begins(address, base)));
}

/** Every address with which a window of its own begins. */
export const basesOf = (features: readonly Feature[]): readonly string[] =>
  features.flatMap(({ window }) => window?.bases ?? []);

const firstOf = (path: string) => path.split("/")[1] ?? "";

/** Pages around which no window stands keep their addresses. */
const outsideAll: ReadonlySet<string> = new Set(["login", "invitation"]);

/** Splits what follows the path off it: the search and the hash. */
function parted(href: string): [path: string, rest: string] {
  const at = href.search(/[?#]/);
  return at < 0 ? [href, ""] : [href.slice(0, at), href.slice(at)];
}

/** How the window's addresses and the product's paths stand for each other. */
export function addressesOf(features: readonly Feature[], { window }: Opened) {
  const firsts = new Set(features.flatMap(({ routes = [] }) => routes.map(({ path }) => firstOf(path))));
  const isPage = (path: string) => firsts.has(firstOf(path));
  return {
    inside(href: string): string {
      const [path, rest] = parted(href);
      const base = window.bases.find((one) => begins(path, one));
      const address = base === undefined ? undefined : path.slice(base.length).replace(/\/+$/, "");
      return address === undefined ? href : window.inside(address || "/", isPage) + rest;
    },
    outside(href: string): string {
      const [path, rest] = parted(href);
      const isElsewhere = outsideAll.has(firstOf(path)) || window.bases.some((base) => begins(path, base));
      return isElsewhere ? href : window.bases[0] + window.outside(path).replace(/^\/$/, "") + rest;
    },
  };
}

/** The history of a window of its own: its pages know of the product's paths only. */
export function historyIn(features: readonly Feature[], opened: Opened): RouterHistory {
  const { inside, outside } = addressesOf(features, opened);
  return createBrowserHistory({
    parseLocation: () => {
      const href = inside(location.pathname + location.search + location.hash);
      const { pathname, search, hash } = new URL(href, location.origin);
      // A jump within the page has no state.
      const state = (history.state ?? { __TSR_index: 0 }) as HistoryLocation["state"];
      return { href, pathname, search, hash, state };
    },
    createHref: outside,
  });
}
