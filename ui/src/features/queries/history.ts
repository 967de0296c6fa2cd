import { useCallback, useState } from "react";
import { recall, remember } from "@/lib/storage";
import { sessionAtom, useAtomValue } from "@/store";

/** How many queries are kept. */
const most = 50;
/** A longer one is not kept. */
const longest = 10_000;

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

export function readHistory(key: string): string[] {
  try {
    const kept: unknown = JSON.parse(recall(key) ?? "[]");
    return isTexts(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** A history in which a query is the latest. */
export const withLatest = (history: readonly string[], text: string): string[] =>
  text.length > longest ? [...history] : [text, ...history.filter((one) => one !== text)].slice(0, most);

/** What the person ran in this browser, the latest first. */
export function useHistory() {
  const key = `queries.${useAtomValue(sessionAtom)?.userId ?? ""}`;
  const [history, setHistory] = useState(() => readHistory(key));
  const keep = useCallback(
    (next: string[]) => {
      setHistory(next);
      remember(key, next.length > 0 ? JSON.stringify(next) : undefined);
    },
    [key],
  );
  return {
    history,
    /** Other tabs may have kept some meanwhile. */
    add: useCallback((text: string) => keep(withLatest(readHistory(key), text)), [keep, key]),
    keep,
  };
}
