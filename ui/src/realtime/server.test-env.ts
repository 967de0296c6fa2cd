/**
 * A server without a network, for tests: the real socket.io-client speaks to it over a WebSocket that is made
 * here. It reads and writes the frames of Engine.IO 4 and Socket.IO 5, as the hub does.
 */
import {
  io,
  type ManagerOptions,
  type SocketOptions,
  WebSocket as WebSocketTransport,
} from "socket.io-client";
import type { AccessToken, Change, Problem } from "@/api";
import { createEntities, createLedger, createStore } from "@/store";
import { type ConnectionDeps, createConnection } from "./connection";
import { parser } from "./parser";
import { createRouter } from "./router";

type Payload = Record<string, unknown>;

interface Auth {
  token: string;
  topics: string[];
  pid?: string;
  offset?: string;
}

/** What the server answers to CONNECT: a session, or why there is none. */
export type Admission = { sid: string; pid?: string } | { refusal: Partial<Problem> };

/** An answer to an event; undefined is silence. */
type Answer = object | undefined;

/** One WebSocket as the library sees it, and the server's end of it. */
class Link {
  binaryType = "";
  onopen?: () => void;
  onclose?: (event: object) => void;
  onmessage?: (event: { data: string }) => void;
  onerror?: (error: object) => void;
  isOpen = false;

  private readonly heard: (frame: string, link: Link) => void;

  constructor(heard: (frame: string, link: Link) => void) {
    this.heard = heard;
  }

  send(frame: string): void {
    this.heard(frame, this);
  }

  close(): void {
    if (this.isOpen) {
      this.isOpen = false;
      queueMicrotask(() => this.onclose?.({}));
    }
  }

  open(pingInterval: number): void {
    this.isOpen = true;
    this.onopen?.();
    const handshake = { sid: "link", upgrades: [], pingInterval, pingTimeout: 1_000, maxPayload: 1_000_000 };
    this.onmessage?.({ data: `0${JSON.stringify(handshake)}` });
  }

  /** Sends a packet of Socket.IO. */
  packet(text: string): void {
    this.onmessage?.({ data: `4${text}` });
  }
}

class FakeServer {
  /** Whether a connection can be made at all. */
  isUp = true;
  /** A connection that one tries to make is neither made nor refused. */
  isSilent = false;
  /** Without a ping for so long, in milliseconds, and a second more, the client gives a link up. */
  pingInterval = 100_000_000;
  admit: (auth: Auth) => Admission = () => ({ sid: `s${this.auths.length}` });
  answers: Record<string, (payload: Payload) => Answer> = {
    subscribe: ({ topic }) => ({ ok: true, snapshot: { topic }, seq: 1 }),
  };

  readonly auths: Auth[] = [];
  readonly events: { name: string; payload: Payload }[] = [];
  private readonly links: Link[] = [];

  /** How often somebody tried to make a connection. */
  get tries(): number {
    return this.links.length;
  }

  /** The payloads of the events of one name, in the order of their coming. */
  heard(name: string): Payload[] {
    return this.events.filter((event) => event.name === name).map((event) => event.payload);
  }

  /** Opens the library's socket onto this server. */
  open = (options: Partial<ManagerOptions & SocketOptions>) => {
    const dial = () => this.dial();
    class Transport extends WebSocketTransport {
      override createSocket() {
        return dial();
      }
    }
    return io("http://server.test", {
      ...options,
      parser,
      transports: [Transport],
      forceNew: true,
      randomizationFactor: 0,
    });
  };

  emit(name: string, payload: object, offset?: string): void {
    this.last.packet(`2${JSON.stringify(offset === undefined ? [name, payload] : [name, payload, offset])}`);
  }

  change(seq: number, over: Partial<Change> = {}): void {
    const one = { seq, topics: ["calls"], object: "call", id: "k1", op: "created", version: seq, fields: {} };
    this.emit("change", { ...one, ...over }, `o${seq}`);
  }

  /** The network drops the link. */
  cut(): void {
    this.last.close();
  }

  /** The link breaks with an error. */
  breakDown(): void {
    this.last.onerror?.({});
  }

  /** The server closes the session, and the link stays. */
  dismiss(): void {
    this.last.packet("1");
  }

  private get last(): Link {
    const link = this.links.at(-1);
    if (!link) {
      throw new Error("nobody has connected");
    }
    return link;
  }

  private dial(): Link {
    const link = new Link((frame, on) => this.hear(frame, on));
    this.links.push(link);
    if (!this.isSilent) {
      queueMicrotask(() => (this.isUp ? link.open(this.pingInterval) : link.onerror?.({})));
    }
    return link;
  }

  private hear(frame: string, link: Link): void {
    if (frame.startsWith("40")) {
      const auth = JSON.parse(frame.slice(2)) as Auth;
      this.auths.push(auth);
      const admission = this.admit(auth);
      link.packet(
        "refusal" in admission
          ? `4${JSON.stringify({ message: admission.refusal.detail ?? "refused", data: admission.refusal })}`
          : `0${JSON.stringify(admission)}`,
      );
      return;
    }
    const event = /^42(\d*)(\[.*)$/s.exec(frame);
    if (event) {
      const [name, payload] = JSON.parse(event[2] ?? "[]") as [string, Payload];
      this.events.push({ name, payload });
      const answer = this.answers[name]?.(payload);
      if (answer !== undefined && event[1] !== "") {
        link.packet(`3${event[1]}${JSON.stringify([answer])}`);
      }
    }
  }
}

/** Tokens as the sign-in gives them: numbered, an hour long each. */
class FakeTokens {
  /** Milliseconds from now. */
  lifetime = 3_600_000;
  refreshes = 0;
  isOver = false;
  ended = 0;
  private current = this.make();
  private readonly listeners = new Set<(token: AccessToken) => void>();

  fresh = () =>
    this.isOver ? Promise.reject(new Error("the session is over")) : Promise.resolve(this.current);

  refresh = () => {
    if (this.isOver) {
      return Promise.reject(new Error("the session is over"));
    }
    this.refreshes++;
    this.renew();
    return Promise.resolve(this.current);
  };

  onChange = (listener: (token: AccessToken) => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  end = () => {
    this.ended++;
  };

  /** A new token is there, as when another tab got it. */
  renew(): void {
    this.current = this.make();
    for (const listener of this.listeners) {
      listener(this.current);
    }
  }

  get listening(): number {
    return this.listeners.size;
  }

  private make(): AccessToken {
    return { value: `t${this.refreshes}`, expires: Date.now() + this.lifetime, user: "me" };
  }
}

/** A connection with a server, a store and a router of its own; nothing is started. */
export function createDesk(over: Partial<ConnectionDeps> = {}) {
  const server = new FakeServer();
  const tokens = new FakeTokens();
  const store = createStore();
  const entities = createEntities();
  const router = createRouter(entities, createLedger());
  const read = () => Promise.reject(new Error("nothing is read"));
  const connection = createConnection({
    open: server.open,
    tokens,
    router,
    entities,
    store,
    read,
    ...over,
  });
  return { server, tokens, store, entities, router, connection };
}
