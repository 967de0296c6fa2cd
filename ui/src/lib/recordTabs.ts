/** What the row of tabs does for pages that do not know it. */
interface Tabs {
  /** Closes the tabs of a record that is gone, but for the one that is looked at: that one leaves by itself. */
  close: (object: string, id: string) => void;
  /** Opens a tab at an address that belongs to a record; one that is open there stays. */
  open: (path: string, name: string) => void;
}

let tabs: Tabs | undefined;

/** For the row of tabs. Gives what ends it. */
export function serveTabs(next: Tabs): () => void {
  tabs = next;
  return () => {
    tabs = tabs === next ? undefined : tabs;
  };
}

export const closeRecord: Tabs["close"] = (object, id) => tabs?.close(object, id);
export const openTab: Tabs["open"] = (path, name) => tabs?.open(path, name);
