import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "@/api";
import type { Sender } from "@/feature";
import { connectionAtom, createStore, sessionAtom, transact } from "@/store";
import { signIn } from "@/store/signIn.test-env";
import { createOutgoing } from "./outgoing";

const thread = "chat:1";
/** Each test has a person of its own: what hangs in one holds up no other. */
let me = 0;

/** A tab of one person's browser, before a server that answers as it is told. */
function openTab({ user = `user ${me}`, send = vi.fn<Sender>().mockResolvedValue(undefined) } = {}) {
  const store = createStore();
  const outgoing = createOutgoing(store);
  outgoing.register({ senders: { chat: () => Promise.resolve(send) } });
  signIn({ userId: user }, store);
  const shown = (of = thread) => store.get(outgoing.atomOf(of));
  const bodies = () => send.mock.calls.map(([, message]) => message.body);
  const connect = () => store.set(connectionAtom, "connected");
  return { store, outgoing, send, shown, bodies, connect };
}

const away = () => Promise.reject(new ApiError(0, {}));

/** What another tab wrote is told to this one. */
const hear = (key: string) =>
  window.dispatchEvent(new StorageEvent("storage", { key, newValue: localStorage.getItem(key) }));
const keys = () => Object.keys(localStorage).filter((key) => key.startsWith("switchboard.unsent."));

beforeEach(() => {
  me++;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

describe("outgoing messages", () => {
  it("are shown at once and leave when they are stored", async () => {
    const { outgoing, shown, send } = openTab();
    const sent = outgoing.send(thread, "Hello");
    expect(shown()).toMatchObject([{ body: "Hello", phase: "sending" }]);
    await sent;
    expect(shown()).toEqual([]);
    expect(keys()).toEqual([]);
    expect(send).toHaveBeenCalledWith("1", expect.objectContaining({ body: "Hello" }));
  });

  it("go one after the other, in the order in which they were written", async () => {
    const { outgoing, bodies, shown, send } = openTab();
    const answers: (() => void)[] = [];
    send.mockImplementation(() => new Promise((answer) => answers.push(answer)));
    for (const body of ["1", "2", "3"]) {
      void outgoing.send(thread, body);
    }
    for (const so of [["1"], ["1", "2"], ["1", "2", "3"]]) {
      await vi.advanceTimersByTimeAsync(0);
      expect(bodies()).toEqual(so);
      answers.shift()?.();
    }
    await vi.advanceTimersByTimeAsync(0);
    expect(shown()).toEqual([]);
  });

  it("stay with the reason when refused, hold up nothing, and can be sent again", async () => {
    const { outgoing, shown, send, bodies } = openTab();
    send.mockRejectedValueOnce(new ApiError(422, { detail: "Opted out." }));
    void outgoing.send(thread, "Hello");
    await outgoing.send(thread, "Next");
    expect(shown()).toMatchObject([{ body: "Hello", phase: "failed", problem: "Opted out.", isRule: true }]);
    await outgoing.retry(thread, shown()[0]?.clientId ?? "");
    expect(shown()).toEqual([]);
    expect(bodies()).toEqual(["Hello", "Next", "Hello"]);
    expect(send.mock.calls[0]?.[1].clientId).toBe(send.mock.calls[2]?.[1].clientId);
  });

  it("wait for the connection where no server was met, and go again in their order", async () => {
    const { outgoing, shown, send, bodies, connect } = openTab();
    send.mockImplementation(away);
    for (const body of ["1", "2", "3", "4"]) {
      await outgoing.send(thread, body);
    }
    expect(shown().map((one) => one.phase)).toEqual(Array.from({ length: 4 }, () => "waiting"));
    send.mockReset().mockResolvedValue(undefined);
    connect();
    await vi.advanceTimersByTimeAsync(0);
    expect(bodies()).toEqual(["1", "2", "3", "4"]);
    expect(shown()).toEqual([]);
  });

  it.each([
    ["503 of a server that is not ready", new ApiError(503, { code: "unavailable" }), "waiting"],
    ["507 of a full disk", new ApiError(507, { code: "storage_full" }), "waiting"],
    ["no answer", new ApiError(0, { code: "timeout" }), "waiting"],
    ["a sign-in that ended", new ApiError(401, {}), "waiting"],
    ["too many at once", new ApiError(429, { retry_after: 5 }), "waiting"],
    ["too many for today", new ApiError(429, { retry_after: 3_600 }), "failed"],
    ["503 that asks to wait", new ApiError(503, { code: "unavailable", retry_after: 5 }), "waiting"],
    ["a conversation that is gone", new ApiError(404, { detail: "There is none." }), "failed"],
    ["a rule", new ApiError(403, { detail: "Opted out." }), "failed"],
    ["a fault of ours", new Error("broken"), "failed"],
  ])("after %s are called by what can be done about it", async (_, error, phase) => {
    const { outgoing, shown } = openTab({ send: vi.fn<Sender>().mockRejectedValue(error) });
    await outgoing.send(thread, "Hello");
    expect(shown()).toMatchObject([{ phase }]);
    expect(shown()[0]?.problem).toBe(phase === "failed" ? error.message : undefined);
  });

  it("go again by themselves, after longer and longer pauses while only they meet no server", async () => {
    const { outgoing, send, connect, shown } = openTab();
    connect();
    send.mockImplementation(away);
    await outgoing.send(thread, "Hello");
    for (const [pause, times] of [
      [1_000, 2],
      [2_000, 3],
      [4_000, 4],
    ] as const) {
      await vi.advanceTimersByTimeAsync(pause - 1);
      expect(send).toHaveBeenCalledTimes(times - 1);
      await vi.advanceTimersByTimeAsync(1);
      expect(send).toHaveBeenCalledTimes(times);
    }
    send.mockResolvedValue(undefined);
    await vi.advanceTimersByTimeAsync(8_000);
    expect(shown()).toEqual([]);
  });

  it("do not go while the connection is away", async () => {
    const { store, outgoing, send } = openTab();
    send.mockImplementation(away);
    await outgoing.send(thread, "Hello");
    store.set(connectionAtom, "reconnecting");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(send).toHaveBeenCalledTimes(1);
  });

  it("are not held up by a request that hangs", async () => {
    const { outgoing, send, connect, shown } = openTab();
    connect();
    send.mockReturnValueOnce(new Promise(() => undefined));
    void outgoing.send(thread, "Hello");
    await vi.advanceTimersByTimeAsync(21_000);
    expect(send).toHaveBeenCalledTimes(2);
    expect(shown()).toEqual([]);
  });

  it("leave once, whether the echo or the answer came first, and others stay", async () => {
    const { store, outgoing, shown, send } = openTab();
    let answer: () => void = () => undefined;
    send.mockImplementation(() => new Promise((take) => (answer = take)));
    void outgoing.send(thread, "Hello");
    void outgoing.send(thread, "Next");
    await vi.advanceTimersByTimeAsync(0);
    const [first] = shown();
    transact((tx) => outgoing.arrived(tx, thread, first?.clientId ?? ""), store);
    expect(shown().map((message) => message.body)).toEqual(["Next"]);
    answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(shown().map((message) => message.body)).toEqual(["Next"]);
  });

  it("can be let go, and are not sent again then", async () => {
    const { outgoing, shown, send } = openTab();
    send.mockRejectedValue(new ApiError(422, {}));
    await outgoing.send(thread, "Hello");
    const id = shown()[0]?.clientId ?? "";
    outgoing.discard(thread, id);
    await outgoing.retry(thread, id);
    expect(shown()).toEqual([]);
    expect(send).toHaveBeenCalledTimes(1);
    expect(keys()).toEqual([]);
  });

  it("are never lost for want of room, however many threads are looked at", async () => {
    const { store, outgoing, shown, send } = openTab();
    send.mockImplementation(away);
    await outgoing.send(thread, "Hello");
    for (let index = 0; index < 500; index++) {
      store.get(outgoing.atomOf(`chat:other ${index}`));
    }
    expect(shown()).toMatchObject([{ body: "Hello", phase: "waiting" }]);
  });
});

describe("what a closed page had not sent", () => {
  async function leave(...written: string[]) {
    const tab = openTab();
    tab.send.mockImplementation(away);
    for (const body of written) {
      await tab.outgoing.send(thread, body);
    }
    // Nothing of the closed page runs on.
    tab.store.set(sessionAtom, undefined);
    return tab;
  }

  it("is there again in its order, and goes under the same ids", async () => {
    const before = await leave("1", "2");
    const ids = before.send.mock.calls.map(([, message]) => message.clientId);
    const { shown, send } = openTab();
    expect(shown().map((one) => one.body)).toEqual(["1", "2"]);
    await vi.advanceTimersByTimeAsync(0);
    expect(send.mock.calls.map(([, message]) => message.body)).toEqual(["1", "2"]);
    expect(send.mock.calls[0]?.[1].clientId).toBe(ids[0]);
    expect(keys()).toEqual([]);
  });

  it("keeps the reason for which it was refused", async () => {
    const before = openTab({ send: vi.fn<Sender>().mockRejectedValue(new ApiError(422, { detail: "No." })) });
    await before.outgoing.send(thread, "Hello");
    const { shown, send } = openTab();
    await vi.advanceTimersByTimeAsync(0);
    expect(shown()).toMatchObject([{ phase: "failed", problem: "No.", isRule: true }]);
    expect(send).not.toHaveBeenCalled();
  });

  it("is neither shown to another user nor sent by him", async () => {
    await leave("Mine");
    const other = openTab({ user: "bob" });
    await vi.advanceTimersByTimeAsync(0);
    expect(other.shown()).toEqual([]);
    expect(other.send).not.toHaveBeenCalled();
    signIn({ userId: `user ${me}` }, other.store);
    expect(other.shown()).toMatchObject([{ body: "Mine" }]);
  });

  it("is not sent unasked more than a day later", async () => {
    await leave("Yesterday");
    vi.advanceTimersByTime(25 * 3_600_000);
    const { shown, send, outgoing } = openTab();
    await vi.advanceTimersByTimeAsync(0);
    expect(shown()).toMatchObject([{ phase: "failed", problem: expect.stringContaining("more than a day") }]);
    expect(send).not.toHaveBeenCalled();
    await outgoing.retry(thread, shown()[0]?.clientId ?? "");
    expect(send).toHaveBeenCalledTimes(1);
  });
});

describe("two tabs of one person", () => {
  it("show the same, and send it once", async () => {
    const [one, two] = [openTab(), openTab()];
    let answer: () => void = () => undefined;
    one.send.mockImplementation(() => new Promise((take) => (answer = take)));
    void one.outgoing.send(thread, "Hello");
    await vi.advanceTimersByTimeAsync(0);
    const [key = ""] = keys();
    hear(key);
    expect(two.shown()).toMatchObject([{ body: "Hello" }]);
    answer();
    await vi.advanceTimersByTimeAsync(0);
    hear(key);
    expect(two.shown()).toEqual([]);
    expect(one.send).toHaveBeenCalledTimes(1);
    expect(two.send).not.toHaveBeenCalled();
  });

  it("one sends what the other, now closed, could not", async () => {
    const [one, two] = [openTab(), openTab()];
    one.send.mockImplementation(away);
    two.send.mockImplementation(away);
    await one.outgoing.send(thread, "Hello");
    hear(keys()[0] ?? "");
    await vi.advanceTimersByTimeAsync(0);
    one.store.set(sessionAtom, undefined);
    two.send.mockReset().mockResolvedValue(undefined);
    two.connect();
    await vi.advanceTimersByTimeAsync(0);
    expect(two.bodies()).toEqual(["Hello"]);
    expect(two.shown()).toEqual([]);
  });
});
