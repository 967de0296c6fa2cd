// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "@/api";
import { createStore } from "@/store";
import { createTopicBook, type TopicReply } from "./topics";

const linger = 1_000;

function setUp() {
  const store = createStore();
  const asked: string[] = [];
  const left: string[] = [];
  const wire = {
    online: true,
    refusal: undefined as ApiError | undefined,
    isConnected: () => wire.online,
    subscribe(topic: string): Promise<TopicReply> {
      asked.push(topic);
      return wire.refusal
        ? Promise.reject(wire.refusal)
        : Promise.resolve({ snapshot: {}, seq: 1, meanwhile: [] });
    },
    unsubscribe: (topic: string) => left.push(topic),
    accept: vi.fn(),
  };
  const book = createTopicBook(wire, store, linger);
  return { book, wire, asked, left, phase: (topic: string) => store.get(book.stateOf(topic)) };
}

const settled = () => vi.advanceTimersByTimeAsync(0);

describe("topics", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("asks once for many readers, and lets go a while after the last", async () => {
    const { book, asked, left } = setUp();
    const first = book.acquire("calls");
    const second = book.acquire("calls");
    await settled();
    first();
    second();
    second();
    await vi.advanceTimersByTimeAsync(linger - 1);
    expect(left).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toEqual(["calls"]);
    expect(left).toEqual(["calls"]);
  });

  it("asks nothing again after a recovered connection", async () => {
    const { book, asked, phase } = setUp();
    book.acquire("calls");
    await settled();
    book.connected(true);
    await settled();
    expect(asked).toEqual(["calls"]);
    expect(book.synced()).toEqual(["calls"]);
    expect(phase("calls")).toEqual({ phase: "live", epoch: 1 });
  });

  it("asks everything again after any other connection", async () => {
    const { book, asked, phase } = setUp();
    book.acquire("calls");
    book.acquire("me");
    await settled();
    book.connected(false);
    await settled();
    expect(asked).toEqual(["calls", "me", "calls", "me"]);
    expect(phase("me").epoch).toBe(2);
  });

  it("asks once more when a fresh look is asked for while one is on its way", async () => {
    const { book, wire, asked, phase } = setUp();
    book.acquire("calls");
    book.again("calls");
    await settled();
    expect(asked).toEqual(["calls", "calls"]);
    expect(wire.accept).toHaveBeenCalledTimes(1);
    expect(phase("calls")).toEqual({ phase: "live", epoch: 1 });
  });

  it("spreads a fresh look over the time that the server gives", async () => {
    const { book, asked } = setUp();
    book.acquire("calls");
    await settled();
    book.again("calls", 2);
    book.again("calls", 2);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(asked).toEqual(["calls"]);
    await vi.advanceTimersByTimeAsync(2_002);
    expect(asked).toEqual(["calls", "calls"]);
  });

  it("asks for what was wanted while offline, also when the rest recovered", async () => {
    const { book, wire, asked } = setUp();
    book.acquire("me");
    await settled();
    wire.online = false;
    book.acquire("chat:1");
    wire.online = true;
    book.connected(true);
    await settled();
    expect(asked).toEqual(["me", "chat:1"]);
  });

  it("shows a refusal, with its code, and tries again when asked", async () => {
    const { book, wire, phase } = setUp();
    wire.refusal = new ApiError(403, { code: "forbidden", detail: "You may not read this." });
    book.acquire("record:user:1");
    await settled();
    expect(phase("record:user:1")).toMatchObject({ phase: "failed", code: "forbidden" });
    wire.refusal = undefined;
    book.again("record:user:1");
    await settled();
    expect(phase("record:user:1").phase).toBe("live");
  });

  it("asks again by itself after as long as the server says", async () => {
    const { book, wire, phase } = setUp();
    wire.refusal = new ApiError(422, { code: "unavailable", detail: "Not now.", retry_after: 1 });
    book.acquire("calls");
    await settled();
    expect(phase("calls")).toMatchObject({ phase: "failed", problem: "Not now." });
    wire.refusal = undefined;
    await vi.advanceTimersByTimeAsync(2_001);
    expect(phase("calls").phase).toBe("live");
  });

  it("says which word of a live query is wrong", async () => {
    const { book, wire, phase } = setUp();
    wire.refusal = new ApiError(422, {
      code: "invalid",
      detail: "Unknown field",
      line: 1,
      column: 8,
      word: "tier",
    });
    book.acquire("live_query:1");
    await settled();
    expect(phase("live_query:1")).toMatchObject({ phase: "failed", problem: "Unknown field: tier" });
  });
});
