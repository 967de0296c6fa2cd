import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { ApiError, api } from "@/api";
import { toast } from "@/components/Toaster/toasts";
import * as realtime from "@/realtime";
import { keep, sessionAtom, shownAtom, store, transact } from "@/store";
import { signIn } from "@/store/signIn.test-env";
import { acceptCall, declineCall, hangUpCall } from "./commands";
import type { CallRecord } from "./objects";

let made = 0;

/** A ringing call of its own for each test, known to the store. */
function ringing(over: Partial<CallRecord> = {}): CallRecord {
  const call = {
    id: `k${++made}`,
    version: 1,
    status: "ringing",
    direction: "inbound",
    sid: "CA1",
    ...over,
  } as CallRecord;
  keep("call", [call]);
  return call;
}

const shown = (call: CallRecord) => store.get(shownAtom("call", call.id))?.record;

describe("acting on a call", () => {
  let command: MockInstance<typeof realtime.command>;
  let isConnected: MockInstance<typeof realtime.isConnected>;
  let patch: MockInstance<typeof api.patch>;
  let said: MockInstance<typeof toast.error>;

  beforeEach(() => {
    signIn();
    isConnected = vi.spyOn(realtime, "isConnected").mockReturnValue(true);
    command = vi.spyOn(realtime, "command").mockResolvedValue({ call: { id: "k", status: "in-progress" } });
    patch = vi.spyOn(api, "patch").mockResolvedValue({} as never);
    said = vi.spyOn(toast, "error").mockReturnValue(undefined);
  });
  afterEach(() => store.set(sessionAtom, undefined));

  it.each([
    ["accepting", acceptCall, "call.accept", { status: "ringing", user: { id: "me" } }],
    ["declining", declineCall, "call.decline", { status: "ringing", declined_by: [{ id: "me" }] }],
  ] as const)("%s shows at once and goes over the socket", async (_, act, event, fields) => {
    const call = ringing();
    const done = act(call);
    expect(shown(call)).toMatchObject(fields);
    expect(await done).toBe(true);
    expect(command).toHaveBeenCalledWith(event, { id: call.id }, expect.any(String));
    expect(patch).not.toHaveBeenCalled();
  });

  it("hanging up ends a call that is up, and gives back one that is only put through", async () => {
    await hangUpCall(ringing({ status: "in-progress" }));
    await hangUpCall(ringing({ direction: "outbound" }));
    await hangUpCall(ringing({ user: { id: "me" } }));
    expect(command.mock.calls.map(([event]) => event)).toEqual([
      "call.hangup",
      "call.hangup",
      "call.decline",
    ]);
  });

  it("keeps those who declined before", async () => {
    const call = ringing({ declined_by: [{ id: "bob" }] });
    await declineCall(call);
    expect(shown(call)?.declined_by).toEqual([{ id: "bob" }, { id: "me" }]);
  });

  it("stays shown until the server's own word comes, and then gives way to it", async () => {
    const call = ringing();
    await acceptCall(call);
    expect(shown(call)?.user).toEqual({ id: "me" });
    const sent = command.mock.calls[0]?.[2];
    const fields = { status: "in-progress", user: { id: "bob", name: "Bob" } };
    const change = { seq: 1, topics: [], object: "call", id: call.id, op: "updated" as const, version: 2 };
    transact((tx) =>
      realtime.router.change(tx, [{ ...change, fields, ...(sent === undefined ? {} : { command: sent }) }]),
    );
    expect(shown(call)?.user).toEqual({ id: "bob", name: "Bob" });
  });

  it("is taken back and said where the server refuses", async () => {
    const call = ringing();
    command.mockRejectedValueOnce(new ApiError(422, { code: "conflict", detail: "Bob took the call." }));
    expect(await acceptCall(call)).toBe(false);
    expect(shown(call)).toMatchObject({ status: "ringing" });
    expect(said).toHaveBeenCalledWith("Bob took the call.");
  });

  it.each([
    ["in-progress", acceptCall, {}],
    ["declined", declineCall, {}],
    ["completed", hangUpCall, { status: "in-progress" }],
  ] as const)("goes by REST where there is no socket, as %s", async (status, act, over) => {
    isConnected.mockReturnValue(false);
    const call = ringing(over);
    expect(await act(call)).toBe(true);
    expect(command).not.toHaveBeenCalled();
    expect(patch).toHaveBeenCalledWith("/v1/twilio/call", {
      id: call.id,
      sid: "CA1",
      user: "me",
      status,
      command: expect.any(String),
    });
  });

  it("does nothing where nobody is signed in", async () => {
    store.set(sessionAtom, undefined);
    const call = ringing();
    expect(await acceptCall(call)).toBe(false);
    expect(shown(call)?.status).toBe("ringing");
    expect(command).not.toHaveBeenCalled();
  });
});
