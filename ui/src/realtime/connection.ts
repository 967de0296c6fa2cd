import type { ManagerOptions, Socket, SocketOptions } from "socket.io-client";
import {
  type AccessToken,
  type Ack,
  ApiError,
  type Change,
  type Problem,
  type SocketCommands,
  type SubscribeReply,
  type WireRecord,
} from "@/api";
import type { ResyncEvent } from "@/api/generated/socket";
import { type ConnectionPhase, connectionAtom, type Entities, type Store, transact } from "@/store";
import { createInbox } from "./inbox";
import { createLargeReader } from "./large";
import { createMeanwhile, tellAgain } from "./meanwhile";
import type { Probe } from "./probe";
import { refusalOf } from "./refusals";
import type { Router } from "./router";
import { createTopicBook, type TopicBook } from "./topics";

/** How long an answer may take, in milliseconds; then it counts as none. */
export const ackTimeout = 10_000;
/** How long a connection may take to be opened, in milliseconds: a network that comes back may leave a try without any answer. */
export const openTimeout = 8_000;
/** The first pause after a refusal, doubled with each further one; in milliseconds. */
export const refusedDelay = 500;
export const longestDelay = 15_000;
/** A token is renewed this long before it ends, in milliseconds. */
const renewBefore = 44_000;

/** Where access tokens come from; one sign-in serves all tabs of a browser. */
interface Tokens {
  /** A token that is good for some while yet; throws where the session is over. */
  fresh(): Promise<AccessToken>;
  /** A token newer than the present one. */
  refresh(): Promise<AccessToken>;
  /** Hears of each new token, also of those that another tab got. */
  onChange(listener: (token: AccessToken) => void): () => void;
  /** The server ended the session. */
  end(): void;
}

export interface ConnectionDeps {
  /** Makes a socket that connects when it is told to. */
  open(options: Partial<ManagerOptions & SocketOptions>): Socket;
  tokens: Tokens;
  router: Router;
  entities: Entities;
  store: Store;
  /** Reads by REST the record whose change was too large for the socket. */
  read(object: string, id: string): Promise<WireRecord>;
  probe?: Probe | undefined;
}

export interface Connection {
  topics: TopicBook;
  /** Opens the one socket of this tab; all reducers must be registered before. */
  start(): void;
  /** Closes it for good, at sign-out. */
  stop(): void;
  /**
   * Sends a command. It carries an id, so that it may be repeated: after a silence or a cut it is
   * sent again with the same id, and the server answers what it answered before. Throws ApiError.
   */
  command<E extends keyof SocketCommands>(
    event: E,
    input: Omit<SocketCommands[E]["input"], "command">,
    id?: string,
  ): Promise<SocketCommands[E]["reply"]>;
  /** Sends an event that is dropped while there is no connection, since it means nothing later. */
  tell(event: string, payload: object): void;
  isConnected(): boolean;
}

function isChange(value: unknown): value is Change {
  return typeof value === "object" && value !== null && "seq" in value && "object" in value && "id" in value;
}

function problemOf(error: Error): Partial<Problem> {
  const data = (error as Error & { data?: unknown }).data;
  return typeof data === "object" && data !== null ? (data as Partial<Problem>) : {};
}

/** The pause before the next try after a number of refusals, at least as long as the server asked for. */
function pauseAfter(refusals: number, askedSeconds: number): number {
  // All tabs of a person are told the same: a random part of a second keeps them from coming as one.
  const asked = askedSeconds > 0 ? askedSeconds * 1_000 + Math.random() * refusedDelay : 0;
  return Math.max(asked, Math.min(longestDelay, refusedDelay * 2 ** refusals));
}

/** The live connection of a tab: one socket, kept up, and what it brings given to the router. */
export function createConnection(deps: ConnectionDeps): Connection {
  const { router, store, tokens, probe } = deps;
  let socket: Socket | undefined;
  let hasConnected = false;
  let refusals = 0;
  /** The newest seq of the log that this session has taken. */
  let newest = 0;
  let refreshTimer: ReturnType<typeof setTimeout> | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let forgetTokens: (() => void) | undefined;

  const meanwhile = createMeanwhile();
  const inbox = createInbox<Change>((batch) => transact((tx) => router.change(tx, batch), store));

  const setPhase = (phase: ConnectionPhase) => store.set(connectionAtom, phase);

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
      throw refusalOf(ack.error);
    }
    return ack;
  }

  const topics = createTopicBook(
    {
      isConnected: () => socket?.connected === true,
      subscribe: (topic) => meanwhile.during(() => ask<SubscribeReply>("subscribe", { topic })),
      unsubscribe: (topic) => socket?.emit("unsubscribe", { topic }),
      accept(topic, reply) {
        inbox.drain();
        transact((tx) => {
          router.snapshot(tx, topic, reply.snapshot);
          tellAgain(tx, router, reply.meanwhile);
        }, store);
        probe?.snapshot(topic);
      },
    },
    store,
  );

  router.attach({
    again: (topic) => topics.again(topic),
    large: createLargeReader({
      read: deps.read,
      held: (object, id) => deps.entities.read(store.get, object, id)?.version,
      take: (change, record) => transact((tx) => router.fetched(tx, change, record), store),
      again: (topic) => topics.again(topic),
    }),
  });

  function scheduleRefresh({ expires }: AccessToken): void {
    clearTimeout(refreshTimer);
    const left = expires - Date.now() - renewBefore;
    refreshTimer = setTimeout(() => void tokens.fresh().catch(() => undefined), Math.max(5_000, left));
  }

  /** A session's end is announced by the tokens themselves. */
  const refresh = () => tokens.refresh().catch(() => undefined);

  function connectAgain(active: Socket, delay: number): void {
    clearTimeout(retryTimer);
    retryTimer = setTimeout(() => socket === active && active.connect(), delay);
  }

  function onConnect(active: Socket): void {
    hasConnected = true;
    refusals = 0;
    setPhase("connected");
    probe?.connected(active.recovered, active.io.engine.transport.name);
    if (!active.recovered) {
      newest = 0; // everything is taken again, and the log itself may be another
    }
    topics.connected(active.recovered);
  }

  function onRefusal(active: Socket, error: Error): void {
    if (hasConnected) {
      setPhase("reconnecting");
    }
    // The library tries again by itself unless the server refused.
    if (!active.active) {
      const { code, retry_after: asked = 0 } = problemOf(error);
      const delay = pauseAfter(refusals++, asked);
      const renewed = code === "unauthenticated" ? refresh() : Promise.resolve();
      void renewed.then(() => connectAgain(active, delay));
    }
  }

  function listen(active: Socket): void {
    active.on("connect", () => onConnect(active));
    active.on("connect_error", (error) => onRefusal(active, error));

    active.on("disconnect", (reason) => {
      probe?.disconnected();
      if (socket !== active) {
        return;
      }
      setPhase("reconnecting");
      if (reason === "io server disconnect") {
        connectAgain(active, refusedDelay);
      }
    });

    active.on("change", (payload: unknown) => {
      // The library keeps what came before the answer to CONNECT over a cut, and then fires it twice.
      if (isChange(payload) && payload.seq > newest) {
        newest = payload.seq;
        probe?.change(payload.seq);
        meanwhile.note({ change: payload });
        inbox.put(payload);
      }
    });

    active.on("resync", (payload: Partial<ResyncEvent> | undefined) => {
      if (payload?.topic) {
        topics.again(payload.topic, payload.after);
      }
    });

    active.on("session.expiring", () => void refresh());
    active.on("session.ended", () => tokens.end());

    // Pages that are loaded later hear of their events, too.
    active.onAny((event: string, payload: unknown) => {
      if (router.isFleeting(event)) {
        meanwhile.note({ event, payload });
        transact((tx) => router.fleeting(tx, event, payload), store);
      }
    });
  }

  function start(): void {
    if (socket) {
      return;
    }
    setPhase("connecting");
    const active = deps.open({
      path: "/socket.io/",
      transports: ["websocket", "polling"],
      autoConnect: false,
      timeout: openTimeout,
      reconnectionDelay: 250,
      reconnectionDelayMax: 4_000,
      auth: (give) => {
        void tokens.fresh().then(
          (token) => give({ token: token.value, topics: topics.synced() }),
          () => active.disconnect(),
        );
      },
    });
    socket = active;
    forgetTokens = tokens.onChange((token) => {
      scheduleRefresh(token);
      if (active.connected) {
        active.emit("auth.refresh", { token: token.value });
      }
    });
    void tokens.fresh().then(
      (token) => socket === active && scheduleRefresh(token),
      () => undefined,
    );
    listen(active);
    active.connect();
  }

  function stop(): void {
    clearTimeout(refreshTimer);
    clearTimeout(retryTimer);
    forgetTokens?.();
    const active = socket;
    socket = undefined;
    active?.disconnect();
    newest = 0;
    setPhase("idle");
  }

  return {
    topics,
    start,
    stop,

    async command<E extends keyof SocketCommands>(
      event: E,
      input: Omit<SocketCommands[E]["input"], "command">,
      id: string = crypto.randomUUID(),
    ) {
      const body = { ...input, command: id };
      try {
        return await ask<SocketCommands[E]["reply"]>(event, body);
      } catch (error) {
        if (error instanceof ApiError && error.code === "timeout") {
          return ask<SocketCommands[E]["reply"]>(event, body);
        }
        throw error;
      }
    },

    tell(event, payload) {
      if (socket?.connected) {
        socket.volatile.emit(event, payload);
      }
    },

    isConnected: () => store.get(connectionAtom) === "connected",
  };
}
