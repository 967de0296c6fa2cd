import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { remember } from "@/lib/storage";
import { connectionAtom, store } from "@/store";
import { signIn } from "@/store/signIn.test-env";
import { openPhone } from "./openPhone";
import { preparePhone, usePhone } from "./phone";
import { lineKey } from "./softphone";

vi.mock("./openPhone", () => ({
  openPhone: vi.fn(() => ({ stop: vi.fn(), changeDevices: vi.fn(), prepare: async () => undefined })),
}));

const connect = (connection: "connected" | "reconnecting") =>
  act(() => store.set(connectionAtom, connection));
const pass = (time: number) => act(() => vi.advanceTimersByTimeAsync(time));

describe("the phone of a browser", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("requestIdleCallback", (work: () => void) => work());
    Object.assign(navigator, { locks: {} });
    vi.mocked(openPhone).mockClear();
    signIn();
    connect("reconnecting");
  });
  afterEach(() => {
    remember(lineKey("me"), undefined);
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it("leaves a page that opens to what it shows, and opens once that is connected for a while", async () => {
    renderHook(usePhone);
    await pass(60_000);
    expect(openPhone).not.toHaveBeenCalled();
    connect("connected");
    await pass(1_900);
    expect(openPhone).not.toHaveBeenCalled();
    await pass(200);
    expect(openPhone).toHaveBeenCalledTimes(1);
  });

  it("opens at once where a line is to be taken back", async () => {
    remember(lineKey("me"), "{}");
    renderHook(usePhone);
    await pass(0);
    expect(openPhone).toHaveBeenCalledTimes(1);
  });

  it("opens at once for a call, and only once", async () => {
    renderHook(usePhone);
    connect("connected");
    await act(() => preparePhone());
    expect(openPhone).toHaveBeenCalledTimes(1);
    await pass(60_000);
    expect(openPhone).toHaveBeenCalledTimes(1);
  });

  it("does not open for a page that was left meanwhile", async () => {
    const { unmount } = renderHook(usePhone);
    connect("connected");
    unmount();
    await pass(60_000);
    expect(openPhone).not.toHaveBeenCalled();
  });
});
