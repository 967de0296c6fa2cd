import { useSyncExternalStore } from "react";
import { serverTime } from "./serverTime";

const look = () => ({ here: Date.now(), server: serverTime.now() });

const readers = new Set<() => void>();
let now = look();
let timer: ReturnType<typeof setTimeout> | undefined;

function tick(): void {
  now = look();
  timer = setTimeout(tick, 1_000 - (now.server % 1_000));
  for (const read of readers) {
    read();
  }
}

function follow(read: () => void): () => void {
  readers.add(read);
  if (timer === undefined) {
    tick();
  }
  return () => {
    readers.delete(read);
    if (readers.size === 0) {
      clearTimeout(timer);
      timer = undefined;
    }
  };
}

const rest = () => () => undefined;
const here = () => now.here;
const server = () => now.server;

/**
 * The time, told again each second while something counts. All who count are told the same moment by one timer, so
 * that two clocks of one thing never differ.
 */
export const useNow = (isCounting = true): number => useSyncExternalStore(isCounting ? follow : rest, here);

/** The same moment by the server's clock: for what began at a time that the server told. */
export const useServerNow = (isCounting = true): number =>
  useSyncExternalStore(isCounting ? follow : rest, server);
