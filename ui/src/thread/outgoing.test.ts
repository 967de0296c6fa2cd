import { describe, expect, it, vi } from "vitest";
import { ApiError } from "@/api";
import { connectionAtom, createStore } from "@/store";
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
});
