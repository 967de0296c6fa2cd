import { ApiError, detailOf } from "@/api";
import { connectionAtom, createFamily, type Store, store as sharedStore, type Transaction } from "@/store";

/** A message that was written here and is not yet known to be stored. */
export interface Outgoing {
  clientId: string;
  body: string;
  at: string;
  phase: "sending" | "waiting" | "failed";
  problem?: string;
  /** A rule forbids it; the problem says which. */
  isRule?: boolean;
}

/** How many threads without such a message are kept track of while nobody shows them. */
const keptQuiet = 50;

type Send = (message: Outgoing) => Promise<void>;

/**
 * Messages on their way, by thread. One that met no server waits for the connection and goes again under
 * the same client id, so that it is stored once; one that was refused stays in place and says why.
 */
export function createOutgoing(store: Store = sharedStore) {
  const family = createFamily<readonly Outgoing[]>([], {
    limit: keptQuiet,
    holds: (messages) => messages.length > 0,
  });
  const senders = new Map<string, Send>();

  function change(thread: string, clientId: string, how: (had: Outgoing) => Outgoing | undefined): void {
    const next = family
      .read(store.get, thread)
      .flatMap((message) => (message.clientId === clientId ? (how(message) ?? []) : [message]));
    family.set(store, thread, next);
  }

  async function attempt(thread: string, clientId: string): Promise<void> {
    const message = family.read(store.get, thread).find((one) => one.clientId === clientId);
    const send = senders.get(clientId);
    if (!(message && send)) {
      return;
    }
    change(thread, clientId, ({ problem: _, ...had }) => ({ ...had, phase: "sending" }));
    try {
      await send(message);
      senders.delete(clientId);
      change(thread, clientId, () => undefined);
    } catch (error) {
      const isOutage = error instanceof ApiError && (error.isNetwork || error.status === 503);
      change(thread, clientId, (had) => ({
        ...had,
        phase: isOutage ? "waiting" : "failed",
        problem: detailOf(error),
        isRule: error instanceof ApiError && error.isRule,
      }));
    }
  }

  store.sub(connectionAtom, () => {
    if (store.get(connectionAtom) !== "connected") {
      return;
    }
    for (const thread of family.keys()) {
      for (const message of family.read(store.get, thread)) {
        if (message.phase === "waiting") {
          void attempt(thread, message.clientId);
        }
      }
    }
  });

  return {
    atomOf: family.of,

    /** Shows the message at once and sends it. */
    send(thread: string, body: string, send: Send): Promise<void> {
      const message: Outgoing = {
        clientId: crypto.randomUUID(),
        body,
        at: new Date().toISOString(),
        phase: "sending",
      };
      senders.set(message.clientId, send);
      family.set(store, thread, [...family.read(store.get, thread), message]);
      return attempt(thread, message.clientId);
    },

    retry: attempt,

    discard(thread: string, clientId: string): void {
      senders.delete(clientId);
      change(thread, clientId, () => undefined);
    },

    /** The stored message came back by the socket: the one shown in its place may go. */
    arrived(tx: Transaction, thread: string, clientId: string): void {
      const had = family.read(tx.get, thread);
      if (had.some((message) => message.clientId === clientId)) {
        family.set(
          tx,
          thread,
          had.filter((message) => message.clientId !== clientId),
        );
      }
    },
  };
}

export const outgoing = createOutgoing();
