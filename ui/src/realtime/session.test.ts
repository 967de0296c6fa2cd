// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { WireRecord } from "@/api";
import type { Probe } from "./probe";
import { createDesk } from "./server.test-env";

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0);
});
afterEach(() => vi.useRealTimers());

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

async function connected(over: Parameters<typeof createDesk>[0] = {}) {
  const desk = createDesk(over);
  desk.server.admit = () => ({ sid: "s", pid: "p" });
  desk.connection.start();
  await pass(1);
  return desk;
}

describe("the token of a session", () => {
  it("is renewed when the server says that it ends", async () => {
    const { server, tokens } = await connected();
    server.emit("session.expiring", {});
    await pass(1);
    expect(tokens.refreshes).toBe(1);
    expect(server.heard("auth.refresh")).toEqual([{ token: "t1" }]);
  });

  it("reaches the server also when another tab got it", async () => {
    const { server, tokens } = await connected();
    tokens.renew();
    await pass(1);
    expect(server.heard("auth.refresh")).toHaveLength(1);
  });

  it("is not sent over a link that is cut", async () => {
    const { server, tokens } = await connected();
    server.isUp = false;
    server.cut();
    await pass(1);
    tokens.renew();
    server.isUp = true;
    await pass(5_000);
    expect(server.heard("auth.refresh")).toEqual([]);
  });

  it("is looked after some while before it ends", async () => {
    const desk = createDesk();
    const fresh = vi.spyOn(desk.tokens, "fresh");
    desk.connection.start();
    await pass(1);
    fresh.mockClear();
    await pass(3_600_000 - 44_000 - 10);
    expect(fresh).not.toHaveBeenCalled();
    await pass(20);
    expect(fresh).toHaveBeenCalledTimes(1);
  });

  it("is looked after at most every five seconds, however short it is", async () => {
    const { tokens } = await connected();
    tokens.lifetime = 1_000;
    const fresh = vi.spyOn(tokens, "fresh");
    tokens.renew();
    await pass(4_990);
    expect(fresh).not.toHaveBeenCalled();
    await pass(20);
    expect(fresh).toHaveBeenCalledTimes(1);
  });

  it("may fail to be renewed, and the session goes on until the server ends it", async () => {
    const { server, tokens, connection } = await connected();
    tokens.isOver = true;
    server.emit("session.expiring", {});
    await pass(1);
    expect(connection.isConnected()).toBe(true);
    server.emit("session.ended", {});
    await pass(1);
    expect(tokens.ended).toBe(1);
  });
});

describe("what the server sends", () => {
  it("of changes reaches the store, and others' shapes are left alone", async () => {
    const { server, store, entities } = await connected();
    server.change(1, { fields: { status: "ringing" } });
    server.emit("change", { nothing: "that we know" });
    await pass(50);
    expect(entities.read(store.get, "call", "k1")?.record.status).toBe("ringing");
  });

  it("of fleeting events reaches those who registered", async () => {
    const desk = createDesk();
    const seen: unknown[] = [];
    desk.router.register({ fleeting: { typing: (_, payload) => seen.push(payload) } });
    desk.connection.start();
    await pass(1);
    desk.server.emit("typing", { user: "u" });
    await pass(1);
    expect(seen).toEqual([{ user: "u" }]);
  });

  it("as resync makes one topic be asked for again", async () => {
    const { server, connection } = await connected();
    connection.topics.acquire("calls");
    connection.topics.acquire("me");
    await pass(1);
    server.emit("resync", { topic: "me" });
    server.emit("resync", {});
    await pass(1);
    expect(server.heard("subscribe").map(({ topic }) => topic)).toEqual(["calls", "me", "me"]);
  });

  it("as resync with a time is spread over it", async () => {
    const { server, connection } = await connected();
    connection.topics.acquire("me");
    await pass(1);
    server.emit("resync", { topic: "me", after: 3 });
    await pass(2_999);
    expect(server.heard("subscribe")).toHaveLength(1);
    await pass(1);
    expect(server.heard("subscribe")).toHaveLength(2);
  });

  it("as a change that is too large is read, and reaches the features whole", async () => {
    const record: WireRecord = { id: "k1", version: 4, status: "ringing" };
    const read = vi.fn(() => Promise.resolve(record));
    const { server, router, store, entities } = await connected({ read });
    const seen: unknown[] = [];
    router.register({ changes: { call: (_, change) => seen.push(change.fields?.status) } });
    server.change(4, { large: true });
    await pass(1);
    expect(read).toHaveBeenCalledWith("call", "k1");
    expect(entities.read(store.get, "call", "k1")?.version).toBe(4);
    expect(seen).toEqual(["ringing"]);
  });

  it("as a change that is too large and cannot be read makes its topics be asked for again", async () => {
    const { server, connection } = await connected();
    connection.topics.acquire("calls");
    await pass(1);
    server.change(4, { large: true });
    await pass(1);
    expect(server.heard("subscribe")).toHaveLength(2);
  });

  it("is laid down before a snapshot that came after it", async () => {
    const { server, connection, router } = await connected();
    const seen: string[] = [];
    router.register({
      changes: { call: (_, change) => seen.push(`change ${change.seq}`) },
      snapshots: { calls: () => seen.push("snapshot") },
    });
    server.answers.subscribe = () => {
      server.change(1);
      server.change(2);
      return { ok: true, snapshot: {}, seq: 2 };
    };
    connection.topics.acquire("calls");
    await pass(50);
    expect(seen).toEqual(["change 1", "change 2", "snapshot"]);
  });

  it("after a snapshot's place is told again once the snapshot, which may lack it, was laid down", async () => {
    const { server, connection, router } = createDesk();
    const seen: string[] = [];
    router.register({
      changes: {
        call: (_, change, { applied }) => seen.push(`change ${change.seq} ${applied}`),
        "*": (_, change) => seen.push(`any ${change.seq}`),
      },
      snapshots: { calls: () => seen.push("snapshot") },
      fleeting: { presence: () => seen.push("presence") },
    });
    connection.start();
    await pass(1);
    server.change(1);
    await pass(50);
    server.answers.subscribe = () => {
      server.change(2);
      server.change(3);
      server.emit("presence", []);
      return { ok: true, snapshot: {}, seq: 2 };
    };
    connection.topics.acquire("calls");
    await pass(50);
    server.answers.subscribe = () => ({ ok: true, snapshot: {}, seq: 3 });
    server.emit("resync", { topic: "calls" });
    await pass(50);
    expect(seen).toEqual([
      ...["change 1 applied", "any 1"],
      ...["change 2 applied", "any 2", "presence", "change 3 applied", "any 3"],
      ...["snapshot", "change 3 stale", "presence"],
      "snapshot",
    ]);
  });

  it("lets a feature ask for a fresh snapshot, once the change is written", async () => {
    const { server, connection, router } = await connected();
    router.register({ changes: { call: (_, change, { again }) => again(change.topics[0] ?? "") } });
    connection.topics.acquire("calls");
    await pass(1);
    server.change(1);
    await pass(1);
    expect(server.heard("subscribe")).toHaveLength(2);
  });
});

describe("the probe of browser tests", () => {
  it("hears how the connection goes", async () => {
    const said: unknown[] = [];
    const probe: Probe = {
      connected: (recovered, transport) => said.push(["connected", recovered, transport]),
      disconnected: () => said.push("disconnected"),
      snapshot: (topic) => said.push(["snapshot", topic]),
      change: (seq) => said.push(seq),
    };
    const { server } = await connected({ probe });
    server.change(3);
    await pass(1);
    server.cut();
    await pass(300);
    expect(said).toEqual([
      ["connected", false, "websocket"],
      3,
      "disconnected",
      ["connected", true, "websocket"],
    ]);
  });
});
