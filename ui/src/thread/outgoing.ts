import { ApiError, detailOf } from "@/api";
import type { Feature, Sender } from "@/feature";
import { inTurn } from "@/lib/turns";
import { thread as words } from "@/messages/thread";
import {
  connectionAtom,
  createFamily,
  type Store,
  sessionAtom,
  store as sharedStore,
  type Transaction,
} from "@/store";
import { isFinal, pauseAfter, within } from "./sending";
import {
  dropUnsent,
  isUnsent,
  keepUnsent,
  onUnsent,
  readUnsent,
  type Unsent,
  type UnsentFile,
} from "./unsent";

/** A message that was written here and is not yet known to be on the server. */
export interface Outgoing extends Unsent {
  phase: "sending" | "waiting" | "failed";
}

/** How many threads without such a message are kept track of while nobody shows them. */
const keptQuiet = 50;
/** What waited longer is sent only when its writer says so. */
const sentWithin = 86_400_000;

const byPlace = (left: Unsent, right: Unsent) => left.place - right.place;

function storedOf({ phase: _, ...message }: Outgoing): Unsent {
  return message;
}

/**
 * Messages on their way, by thread. They are kept in the browser until the server has them, and belong to the user
 * who is signed in. Those of a thread are sent one after the other, in one tab at a time, each under the id that it
 * was written with, so that it is stored once however often it is sent. What met no server waits and goes again;
 * what was refused stays in place and says why.
 */
export function createOutgoing(store: Store = sharedStore) {
  const family = createFamily<readonly Outgoing[]>([], {
    limit: keptQuiet,
    holds: (messages) => messages.length > 0,
  });
  const senders = new Map<string, () => Promise<Sender>>();
  const outages = new Map<string, number>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  let user = "";

  const read = (thread: string) => family.read(store.get, thread);
  const isConnected = () => store.get(connectionAtom) === "connected";

  function write(thread: string, messages: readonly Outgoing[]): void {
    family.set(store, thread, messages);
  }

  /** What is not refused travels, or waits, together. */
  function mark(thread: string, phase: "sending" | "waiting"): void {
    write(
      thread,
      read(thread).map((one) => (one.phase === "failed" || one.phase === phase ? one : { ...one, phase })),
    );
  }

  function take(message: Unsent): void {
    const isFailed = message.problem !== undefined;
    const phase = isFailed ? "failed" : isConnected() ? "sending" : "waiting";
    const others = read(message.thread).filter((one) => one.clientId !== message.clientId);
    write(message.thread, [...others, { ...message, phase } satisfies Outgoing].sort(byPlace));
  }

  function forget(thread: string, clientId: string, tx: Transaction = store): void {
    dropUnsent(user, clientId);
    const had = family.read(tx.get, thread);
    family.set(
      tx,
      thread,
      had.filter((one) => one.clientId !== clientId),
    );
  }

  function refuse(message: Outgoing, problem: string, isRule: boolean): void {
    const refused = { ...storedOf(message), problem, isRule };
    keepUnsent(user, refused);
    take(refused);
  }

  /** The oldest that is to be sent; what another tab sent meanwhile is gone from the browser's store. */
  function next(thread: string): Outgoing | undefined {
    for (const message of read(thread)) {
      if (!isUnsent(user, message.clientId)) {
        forget(thread, message.clientId);
      } else if (message.phase !== "failed") {
        return message;
      }
    }
    return undefined;
  }

  /** Goes on after a pause; while the connection is away, its return is waited for instead. */
  function goOnLater(thread: string, pause: number): void {
    clearTimeout(timers.get(thread));
    if (isConnected()) {
      timers.set(
        thread,
        setTimeout(() => void drain(thread), pause),
      );
    }
  }

  /** Sends one. False where the thread has to wait. */
  async function attempt(message: Outgoing, send: Sender): Promise<boolean> {
    const { thread, clientId } = message;
    try {
      await within(send(thread.slice(thread.indexOf(":") + 1), message));
      outages.delete(thread);
      forget(thread, clientId);
      return true;
    } catch (error) {
      const tries = outages.get(thread) ?? 0;
      const pause = pauseAfter(error, tries);
      if (pause === undefined) {
        refuse(message, detailOf(error), isFinal(error));
        return true;
      }
      outages.set(thread, tries + 1);
      mark(thread, "waiting");
      goOnLater(thread, pause);
      return false;
    }
  }

  async function senderOf(thread: string): Promise<Sender | undefined> {
    try {
      return await senders.get(thread.slice(0, thread.indexOf(":")))?.();
    } catch {
      // Its code could not be fetched: that is an outage like any other.
      return () => Promise.reject(new ApiError(0, {}));
    }
  }

  function drain(thread: string): Promise<void> {
    const writer = user;
    clearTimeout(timers.get(thread));
    return inTurn(`unsent.${writer}.${thread}`, async () => {
      const send = await senderOf(thread);
      if (!send) {
        return;
      }
      for (;;) {
        const message = writer === user ? next(thread) : undefined;
        if (!message) {
          return;
        }
        mark(thread, "sending");
        if (!(await attempt(message, send))) {
          return;
        }
      }
    });
  }

  function drainAll(): void {
    for (const thread of family.keys()) {
      if (read(thread).some((message) => message.phase !== "failed")) {
        void drain(thread);
      }
    }
  }

  /** Whoever signs in finds what he wrote here before; what others wrote is not even read. */
  function open(next: string): void {
    if (next === user) {
      return;
    }
    for (const thread of family.keys()) {
      write(thread, []);
    }
    user = next;
    for (const message of user === "" ? [] : readUnsent(user)) {
      take(message);
      if (message.problem === undefined && Date.now() - Date.parse(message.at) > sentWithin) {
        refuse({ ...message, phase: "failed" }, words.tooOld, true);
      }
    }
    drainAll();
  }

  store.sub(sessionAtom, () => open(store.get(sessionAtom)?.userId ?? ""));
  store.sub(connectionAtom, () => {
    if (isConnected()) {
      drainAll();
    }
  });
  onUnsent((writer, clientId, message) => {
    if (writer !== user) {
      return;
    }
    if (message) {
      take(message);
      void drain(message.thread);
      return;
    }
    const thread = family.keys().find((key) => read(key).some((one) => one.clientId === clientId));
    if (thread !== undefined) {
      forget(thread, clientId);
    }
  });

  return {
    atomOf: family.of,

    /** Learns how features send what is written in their threads. */
    register({ senders: more }: Pick<Feature, "senders">): void {
      for (const [kind, sender] of Object.entries(more ?? {})) {
        senders.set(kind, sender);
      }
    },

    /** Shows the message at once, keeps it, and sends it when its turn comes. */
    send(
      thread: string,
      body: string,
      files?: readonly UnsentFile[],
      fields?: Unsent["fields"],
    ): Promise<void> {
      const place = Math.max(Date.now(), ...read(thread).map((one) => one.place + 1));
      const message = {
        clientId: crypto.randomUUID(),
        thread,
        body,
        at: new Date().toISOString(),
        place,
        ...(files && files.length > 0 ? { files } : {}),
        ...(fields ? { fields } : {}),
      };
      keepUnsent(user, message);
      write(thread, [...read(thread), { ...message, phase: "sending" }]);
      return drain(thread);
    },

    /** Sends a refused one again. */
    retry(thread: string, clientId: string): Promise<void> {
      const refused = read(thread).find((one) => one.clientId === clientId);
      if (refused) {
        const { problem: _, isRule: __, ...message } = storedOf(refused);
        keepUnsent(user, message);
        take(message);
      }
      return drain(thread);
    },

    discard: (thread: string, clientId: string): void => forget(thread, clientId),

    /** The stored message came: the one shown in its place may go. */
    arrived(tx: Transaction, thread: string, clientId: string): void {
      if (family.read(tx.get, thread).some((message) => message.clientId === clientId)) {
        forget(thread, clientId, tx);
      }
    },
  };
}

export const outgoing = createOutgoing();
