import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { command } from "@/realtime";
import { connectionAtom, store } from "@/store";
import { microphoneAtom, phoneAtom } from "./softphone";
import { toldState, useTold } from "./useTold";

vi.mock("@/realtime", () => ({ command: vi.fn(async () => ({})) }));

const told = () =>
  vi.mocked(command).mock.calls.map(([event, body]) => `${event} ${(body as { state: string }).state}`);

describe("what the server is told of a browser's phone", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.mocked(command).mockClear();
    store.set(phoneAtom, { stage: "off" });
    store.set(microphoneAtom, undefined);
    store.set(connectionAtom, "connected");
    renderHook(useTold);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("is how it stands, once that is known, and that it has no microphone before all", () => {
    expect(toldState("off", true)).toBeUndefined();
    expect(toldState("ready", undefined)).toBeUndefined();
    expect(toldState("failed", false)).toBe("no_microphone");
    act(() => store.set(phoneAtom, { stage: "ready" }));
    expect(told()).toEqual([]);
    act(() => store.set(microphoneAtom, true));
    act(() => store.set(microphoneAtom, false));
    expect(told()).toEqual(["phone.state ready", "phone.state no_microphone"]);
  });

  it("is told anew with each connection, and again where it was not taken", async () => {
    act(() => {
      store.set(phoneAtom, { stage: "ready" });
      store.set(microphoneAtom, true);
    });
    vi.mocked(command).mockRejectedValueOnce(new Error("not now"));
    act(() => store.set(connectionAtom, "reconnecting"));
    act(() => store.set(connectionAtom, "connected"));
    expect(told()).toHaveLength(2);
    await act(() => vi.advanceTimersByTimeAsync(1_100));
    expect(told()).toHaveLength(3);
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(told()).toHaveLength(3);
  });
});
