// @vitest-environment node
import { describe, expect, it, vi } from "vitest";
import { ApiError } from "@/api";
import { connectionAtom, createStore, transact } from "@/store";
import { createOutgoing } from "./outgoing";

function setUp() {
  const store = createStore();
  const outgoing = createOutgoing(store);
  return { store, outgoing, shown: () => store.get(outgoing.atomOf("chat:1")) };
}

describe("outgoing messages", () => {
  it("is shown at once and leaves when it is stored", async () => {
    const { outgoing, shown } = setUp();
    const sent = outgoing.send("chat:1", "Hello", () => Promise.resolve());
    expect(shown()).toMatchObject([{ body: "Hello", phase: "sending" }]);
    await sent;
    expect(shown()).toEqual([]);
  });

  it("stays with the reason when it is refused, and can be sent again or let go", async () => {
    const { outgoing, shown } = setUp();
    const send = vi
      .fn()
      .mockRejectedValueOnce(new ApiError(422, { detail: "Opted out." }))
      .mockResolvedValue(undefined);
    await outgoing.send("chat:1", "Hello", send);
    expect(shown()).toMatchObject([{ phase: "failed", problem: "Opted out." }]);
    await outgoing.retry("chat:1", shown()[0]?.clientId ?? "");
    expect(shown()).toEqual([]);
    expect(send.mock.calls[0]?.[0].clientId).toBe(send.mock.calls[1]?.[0].clientId);
  });

  it("waits for the connection where no server was met, and goes again under the same id", async () => {
    const { store, outgoing, shown } = setUp();
    const send = vi.fn().mockRejectedValueOnce(new ApiError(0, {})).mockResolvedValue(undefined);
    await outgoing.send("chat:1", "Hello", send);
    expect(shown()).toMatchObject([{ phase: "waiting" }]);
    store.set(connectionAtom, "connected");
    await vi.waitFor(() => expect(shown()).toEqual([]));
    expect(send).toHaveBeenCalledTimes(2);
  });

  it.each([
    ["503 of a server that is not ready", new ApiError(503, { code: "unavailable" }), "waiting"],
    ["no answer", new ApiError(0, { code: "timeout" }), "waiting"],
    ["a rule", new ApiError(403, { detail: "Opted out." }), "failed"],
    ["too many at once", new ApiError(429, { retry_after: 5 }), "failed"],
    ["a fault of ours", new Error("broken"), "failed"],
  ])("after %s it is called by what can be done about it", async (_, error, phase) => {
    const { outgoing, shown } = setUp();
    await outgoing.send("chat:1", "Hello", () => Promise.reject(error));
    expect(shown()).toMatchObject([{ phase, problem: error.message }]);
    expect(shown()[0]?.isRule).toBe(error instanceof ApiError && error.isRule);
  });

  it("goes again by itself once per return of the connection, and not while it is away", async () => {
    const { store, outgoing, shown } = setUp();
    const send = vi.fn().mockRejectedValue(new ApiError(0, {}));
    await outgoing.send("chat:1", "Hello", send);
    store.set(connectionAtom, "reconnecting");
    expect(send).toHaveBeenCalledTimes(1);
    store.set(connectionAtom, "connected");
    await vi.waitFor(() => expect(shown()).toMatchObject([{ phase: "waiting" }]));
    expect(send).toHaveBeenCalledTimes(2);
  });

  it("that failed for a reason of its own does not go by itself", async () => {
    const { store, outgoing } = setUp();
    const send = vi.fn().mockRejectedValue(new ApiError(422, {}));
    await outgoing.send("chat:1", "Hello", send);
    store.set(connectionAtom, "connected");
    expect(send).toHaveBeenCalledTimes(1);
  });

  it("drops the former reason while it is tried again", async () => {
    const { outgoing, shown } = setUp();
    const send = vi.fn().mockRejectedValueOnce(new ApiError(422, { detail: "Opted out." }));
    send.mockReturnValueOnce(new Promise(() => undefined));
    await outgoing.send("chat:1", "Hello", send);
    void outgoing.retry("chat:1", shown()[0]?.clientId ?? "");
    expect(shown()[0]).toMatchObject({ phase: "sending" });
    expect(shown()[0]?.problem).toBeUndefined();
  });

  it("leaves once, whether its echo or its answer came first, and others stay", async () => {
    const { store, outgoing, shown } = setUp();
    let answer: () => void = () => undefined;
    const sent = outgoing.send(
      "chat:1",
      "Hello",
      () =>
        new Promise<void>((take) => {
          answer = take;
        }),
    );
    void outgoing.send("chat:1", "Next", () => new Promise(() => undefined));
    const [first] = shown();
    transact((tx) => outgoing.arrived(tx, "chat:1", first?.clientId ?? ""), store);
    expect(shown().map((message) => message.body)).toEqual(["Next"]);
    answer();
    await sent;
    expect(shown().map((message) => message.body)).toEqual(["Next"]);
  });

  it("can be let go, and is not sent again then", async () => {
    const { outgoing, shown } = setUp();
    const send = vi.fn().mockRejectedValue(new ApiError(422, {}));
    await outgoing.send("chat:1", "Hello", send);
    const id = shown()[0]?.clientId ?? "";
    outgoing.discard("chat:1", id);
    await outgoing.retry("chat:1", id);
    expect(shown()).toEqual([]);
    expect(send).toHaveBeenCalledTimes(1);
  });

  it("is never lost for want of room, however many threads are looked at", async () => {
    const { store, outgoing, shown } = setUp();
    await outgoing.send("chat:1", "Hello", () => Promise.reject(new ApiError(0, {})));
    for (let index = 0; index < 500; index++) {
      store.get(outgoing.atomOf(`chat:other ${index}`));
    }
    expect(shown()).toMatchObject([{ body: "Hello", phase: "waiting" }]);
  });
});
