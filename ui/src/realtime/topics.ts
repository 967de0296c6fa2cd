import type { SubscribeReply } from "@/api";
import { ApiError, detailOf } from "@/api";
import { createFamily, type Store, store as sharedStore, transact } from "@/store";
import type { Heard } from "./meanwhile";

export interface TopicState {
  phase: "idle" | "loading" | "live" | "failed";
  /** Counts the snapshots taken: a screen that keeps pages of its own starts afresh when it rises. */
  epoch: number;
  problem?: string;
  code?: string;
}

interface Held {
  readers: number;
  isSynced: boolean;
  isAsking: boolean;
  /** A fresh look was asked for while one was on its way: that one may be older than the request. */
  isStale: boolean;
  release?: ReturnType<typeof setTimeout>;
  /** A fresh look that waits for its turn. */
  again?: ReturnType<typeof setTimeout>;
}

export type TopicReply = SubscribeReply & { meanwhile: readonly Heard[] };

/** What the book needs from the socket. */
export interface TopicWire {
  isConnected(): boolean;
  subscribe(topic: string): Promise<TopicReply>;
  unsubscribe(topic: string): void;
  accept(topic: string, reply: TopicReply): void;
}

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : "unknown");

/** Why a topic was refused; of what is wrong in the text of a live query, the word that is. */
function whyOf(error: unknown): string {
  const word = error instanceof ApiError ? error.place?.word : undefined;
  return word ? `${detailOf(error)}: ${word}` : detailOf(error);
}

const quiet: TopicState = { phase: "idle", epoch: 0 };
const lingerFor = 60_000;
/** How many topics that are not in use are kept track of while nobody shows them. */
const keptQuiet = 100;

/**
 * The topics in use, counted by reader. A topic stays a minute after its last reader left, so that
 * going back and forth costs nothing. After a recovered connection nothing is asked again; after any
 * other one everything is, for the server kept nothing of us.
 */
export function createTopicBook(wire: TopicWire, store: Store = sharedStore, linger = lingerFor) {
  const held = new Map<string, Held>();
  const states = createFamily(quiet, { limit: keptQuiet, holds: (state) => state.phase !== "idle" });

  function mark(topic: string, change: (had: TopicState) => TopicState): void {
    transact((tx) => states.set(tx, topic, change(states.read(tx.get, topic))), store);
  }

  async function ask(topic: string): Promise<void> {
    const entry = held.get(topic);
    if (!entry || entry.isAsking || entry.isSynced || !wire.isConnected()) {
      return;
    }
    entry.isAsking = true;
    entry.isStale = false;
    mark(topic, (had) => (had.epoch === 0 ? { phase: "loading", epoch: 0 } : had));
    try {
      const reply = await wire.subscribe(topic);
      entry.isAsking = false;
      if (held.get(topic) !== entry) {
        return;
      }
      if (entry.isStale) {
        void ask(topic);
        return;
      }
      entry.isSynced = true;
      wire.accept(topic, reply);
      mark(topic, (had) => ({ phase: "live", epoch: had.epoch + 1 }));
    } catch (error) {
      entry.isAsking = false;
      // A cut is answered by the next connect; only a refusal is shown.
      if (wire.isConnected() && held.get(topic) === entry) {
        mark(topic, (had) => ({ ...had, phase: "failed", problem: whyOf(error), code: codeOf(error) }));
        askLater(topic, (error instanceof ApiError && error.retryAfter) || 0);
      }
    }
  }

  /** Asks again after seconds, and up to twice as long, so that not everybody asks at once; never after none. */
  function askLater(topic: string, after: number): void {
    const entry = held.get(topic);
    if (entry && after > 0) {
      clearTimeout(entry.again);
      entry.again = setTimeout(() => void ask(topic), after * 1_000 * (1 + Math.random()));
    }
  }

  function letGo(topic: string): void {
    clearTimeout(held.get(topic)?.again);
    held.delete(topic);
    mark(topic, () => quiet);
    if (wire.isConnected()) {
      wire.unsubscribe(topic);
    }
  }

  return {
    stateOf: states.of,

    acquire(topic: string): () => void {
      const entry = held.get(topic) ?? { readers: 0, isSynced: false, isAsking: false, isStale: false };
      held.set(topic, entry);
      entry.readers++;
      clearTimeout(entry.release);
      void ask(topic);
      let isHeld = true;
      return () => {
        if (!isHeld) {
          return;
        }
        isHeld = false;
        entry.readers--;
        if (entry.readers === 0) {
          entry.release = setTimeout(() => letGo(topic), linger);
        }
      };
    },

    /** The topics that the server had given us; they go along with each connect. */
    synced: () => [...held].filter(([, entry]) => entry.isSynced).map(([topic]) => topic),

    connected(recovered: boolean): void {
      for (const [topic, entry] of held) {
        entry.isAsking = false;
        entry.isSynced &&= recovered;
        void ask(topic);
      }
    },

    /** The server asks for a fresh look at one topic, or lost track of it; after seconds it may wait. */
    again(topic: string, after = 0): void {
      const entry = held.get(topic);
      if (!entry) {
        return;
      }
      entry.isSynced = false;
      entry.isStale = entry.isAsking;
      if (after <= 0) {
        void ask(topic);
        return;
      }
      askLater(topic, after);
    },
  };
}

export type TopicBook = ReturnType<typeof createTopicBook>;
