// @vitest-environment node
import { beforeEach, expect, it, vi } from "vitest";
import type { Feature } from "@/feature";
import { startRealtime } from "@/realtime";

vi.mock("@/realtime", async (original) => ({ ...(await original<object>()), startRealtime: vi.fn() }));

// What is registered stays so for as long as the page does.
const fresh = async () => ({
  goLive: (await import("./goLive")).goLive,
  events: (await import("@/realtime/router")).router,
});

beforeEach(() => {
  vi.resetModules();
  vi.mocked(startRealtime).mockReset();
});

it("opens the connection when every feature is ready to hear of it, and not before", async () => {
  const { goLive, events } = await fresh();
  const register = vi.spyOn(events, "register").mockReturnValue(undefined);
  const reducers = {};
  let resolve: (reducers: object) => void = () => undefined;
  const promise = new Promise<object>((settle) => {
    resolve = settle;
  });
  const features: Feature[] = [{}, { reducers: () => promise }];
  goLive(features, vi.fn());
  await Promise.resolve();
  expect(startRealtime).not.toHaveBeenCalled();
  resolve(reducers);
  await vi.waitFor(() => expect(startRealtime).toHaveBeenCalledOnce());
  expect(register.mock.calls).toEqual([[reducers]]);
});

it("says that a feature could not be loaded, and opens nothing", async () => {
  const { goLive } = await fresh();
  const failed = vi.fn();
  const error = new TypeError("Failed to fetch dynamically imported module");
  goLive([{ reducers: () => Promise.reject(error) }], failed);
  await vi.waitFor(() => expect(failed).toHaveBeenCalledExactlyOnceWith(error));
  expect(startRealtime).not.toHaveBeenCalled();
});
