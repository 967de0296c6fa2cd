import { io, type Socket } from "socket.io-client";
import {
  type Ack,
  ApiError,
  type Change,
  endSession,
  freshToken,
  getRecord,
  onToken,
  type Problem,
  refreshToken,
  type SubscribeReply,
} from "@/api";
import type { ResyncEvent } from "@/api/generated/socket";
import { connectionAtom, entities, store, transact } from "@/store";
import { answerAgain } from "./again";
import { createInbox } from "./inbox";
import { createLargeReader } from "./large";
import { probe } from "./probe";
import { router } from "./router";
import { createTopicBook } from "./topics";

const ackTimeout = 10_000;
const refusedDelay = 500;
const longestDelay = 15_000;

let socket: Socket | undefined;
let hasConnected = false;
let refusals = 0;
/** The newest place of the log that this session has taken. */
let newest = 0;
let refreshTimer: ReturnType<typeof setTimeout> | undefined;
let retryTimer: ReturnType<typeof setTimeout> | undefined;

const inbox = createInbox<Change>((batch) => transact((tx) => router.change(tx, batch)));

function isChange(value: unknown): value is Change {
  return typeof value === "object" && value !== null && "seq" in value && "object" in value && "id" in value;
}

/** Sends an event and waits for its answer; a refusal and a silence both throw ApiError. */
async function ask<T extends object>(event: string, payload: object): Promise<T> {
  if (!socket) {
    throw new ApiError(0, {});
  }
  let ack: Ack<T>;
  try {
    ack = (await socket.timeout(ackTimeout).emitWithAck(event, payload)) as Ack<T>;
  } catch {
    throw new ApiError(0, { detail: "The server did not answer in time.", code: "timeout" });
  }
  if (!ack.ok) {
    throw new ApiError(ack.error.code === "forbidden" ? 403 : 422, ack.error);
  }
  return ack;
}

export const topics = createTopicBook({
  isConnected: () => socket?.connected === true,
  subscribe: (topic) => ask<SubscribeReply>("subscribe", { topic }),
  unsubscribe: (topic) => socket?.emit("unsubscribe", { topic }),
  accept(topic, reply) {
    inbox.drain();
    transact((tx) => router.snapshot(tx, topic, reply.snapshot));
  },
});

answerAgain((topic) => topics.again(topic));

router.readLarge(
  createLargeReader({
    read: getRecord,
    held: (object, id) => entities.read(store.get, object, id)?.version,
    take: (change, record) => transact((tx) => router.fetched(tx, change, record)),
    again: (topic) => topics.again(topic),
  }),
);

/**
 * Sends a command over the socket. It carries an id, so that it may be repeated: after a silence it is
 * sent once more with the same id, and the server answers what it answered before.
 */
export async function command<T extends object>(
  event: string,
  payload: object,
  id: string = crypto.randomUUID(),
): Promise<T> {
  const body = { ...payload, command: id };
  try {
    return await ask<T>(event, body);
  } catch (error) {
    if (error instanceof ApiError && error.code === "timeout") {
      return ask<T>(event, body);
    }
    throw error;
  }
}

/** Sends something that is worth nothing later: dropped while there is no connection. */
export function tell(event: string, payload: object): void {
  if (socket?.connected) {
    socket.volatile.emit(event, payload);
  }
}

function setPhase(phase: "connecting" | "connected" | "reconnecting" | "idle"): void {
  transact((tx) => tx.set(connectionAtom, phase));
}

function scheduleRefresh(expires: number): void {
  clearTimeout(refreshTimer);
  refreshTimer = setTimeout(
    () => void freshToken().catch(() => undefined),
    Math.max(5_000, expires - Date.now() - 44_000),
  );
}

function problemOf(error: Error): Partial<Problem> {
  const data = (error as Error & { data?: unknown }).data;
  return typeof data === "object" && data !== null ? (data as Partial<Problem>) : {};
}

function connectAgain(delay: number): void {
  clearTimeout(retryTimer);
  retryTimer = setTimeout(() => socket?.connect(), delay);
}

function listen(active: Socket): void {
  active.on("connect", () => {
    hasConnected = true;
    refusals = 0;
    setPhase("connected");
    probe.connection("connected", active.recovered, active.io.engine.transport.name);
    if (!active.recovered) {
      newest = 0; // everything is taken anew, and the log itself may be another
    }
    topics.connected(active.recovered);
  });

  active.on("disconnect", (reason) => {
    probe.connection("disconnected");
    setPhase("reconnecting");
    if (reason === "io server disconnect") {
      connectAgain(refusedDelay);
    }
  });

  active.on("connect_error", (error) => {
    if (hasConnected) {
      setPhase("reconnecting");
    }
    // The library tries again by itself unless the server refused the sign-in.
    if (!active.active) {
      const { code, retry_after: asked = 0 } = problemOf(error);
      const isSpent = code === "unauthenticated";
      // All tabs of a person are told the same: a random part of a second keeps them from coming as one.
      const told = asked > 0 ? asked * 1_000 + Math.random() * refusedDelay : 0;
      const delay = Math.max(told, Math.min(longestDelay, refusedDelay * 2 ** refusals++));
      void (isSpent ? refreshForSocket() : Promise.resolve()).then(() => connectAgain(delay));
    }
  });

  active.on("change", (payload: unknown) => {
    // The library keeps what came before the answer to CONNECT over a cut, and then fires it twice.
    if (isChange(payload) && payload.seq > newest) {
      newest = payload.seq;
      probe.change(payload.seq);
      inbox.put(payload);
    }
  });

  active.on("resync", (payload: Partial<ResyncEvent> | undefined) => {
    if (payload?.topic) {
      topics.again(payload.topic, payload.after);
    }
  });

  active.on("session.expiring", () => void refreshForSocket());
  active.on("session.ended", () => endSession());

  for (const event of router.fleetingEvents()) {
    active.on(event, (payload: unknown) => transact((tx) => router.fleeting(tx, event, payload)));
  }
}

async function refreshForSocket(): Promise<void> {
  try {
    await refreshToken();
  } catch {
    // The session's end is announced by the token module itself.
  }
}

/** Opens the one socket of this tab; all reducers must be registered before. */
export function startRealtime(): void {
  if (socket) {
    return;
  }
  setPhase("connecting");
  socket = io({
    path: "/socket.io/",
    transports: ["websocket", "polling"],
    autoConnect: false,
    reconnectionDelay: 250,
    reconnectionDelayMax: 4_000,
    auth: (give) => {
      void freshToken().then(
        (token) => give({ token: token.value, topics: topics.synced() }),
        () => socket?.disconnect(),
      );
    },
  });
  onToken((token) => {
    scheduleRefresh(token.expires);
    if (socket?.connected) {
      socket.emit("auth.refresh", { token: token.value });
    }
  });
  void freshToken().then(
    (token) => scheduleRefresh(token.expires),
    () => undefined,
  );
  listen(socket);
  socket.connect();
}

/** Closes the socket for good, at sign-out. */
export function stopRealtime(): void {
  clearTimeout(refreshTimer);
  clearTimeout(retryTimer);
  socket?.disconnect();
  socket = undefined;
  newest = 0;
  setPhase("idle");
}

export const isConnected = () => store.get(connectionAtom) === "connected";
