import type { Change } from "@/api";
import type { Transaction } from "@/store";
import type { Router } from "./router";

/** What came over the socket while a snapshot was on its way. */
export type Heard = { change: Change } | { event: string; payload: unknown };

/**
 * Keeps what the socket brings while snapshots are on their way. The server notes a topic's place
 * first and reads the snapshot then, so a change after that place may be in the snapshot or not:
 * whoever takes the snapshot tells the changes again, which are absolute, lest a list that it fills
 * again loses them.
 */
export function createMeanwhile() {
  let asking = 0;
  let heard: Heard[] = [];

  return {
    note(one: Heard): void {
      if (asking > 0) {
        heard.push(one);
      }
    },

    /** Asks for a snapshot, and gives what has come since then beside the answer. */
    async during<T extends { seq: number }>(ask: () => Promise<T>): Promise<T & { meanwhile: Heard[] }> {
      const from = heard.length;
      asking++;
      try {
        const reply = await ask();
        const isAfter = (one: Heard) => !("change" in one) || one.change.seq > reply.seq;
        return { ...reply, meanwhile: heard.slice(from).filter(isAfter) };
      } finally {
        asking--;
        if (asking === 0) {
          heard = [];
        }
      }
    },
  };
}

/** Tells the features again what came while a snapshot was on its way; the records themselves know their versions. */
export function tellAgain(tx: Transaction, router: Router, meanwhile: readonly Heard[]): void {
  for (const one of meanwhile) {
    if ("change" in one) {
      router.changeAgain(tx, one.change);
    } else {
      router.fleeting(tx, one.event, one.payload);
    }
  }
}
