import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Change } from "@/api";
import { change as changeOf } from "@/realtime/change.test-env";
import { createRouter } from "@/realtime/router";
import { createStore, lists, transact } from "@/store";
import type { CallRecord } from "../objects";
import { callReducers } from "../reducers";
import { RecordingKeys } from "./RecordingKeys";
import { RecordingMark } from "./RecordingMark";
import { allRecordings, recordingObject, recordingsOf } from "./recordingList";
import { fetchSound, peaksOf } from "./sound";

const command = vi.hoisted(() => vi.fn());
const toasts = vi.hoisted(() => ({ error: vi.fn(), success: vi.fn() }));
const requestBytes = vi.hoisted(() => vi.fn());

vi.mock("@/realtime", async (original) => ({
  ...(await original<object>()),
  command,
  isConnected: () => true,
}));
vi.mock("@/components/Toaster/toasts", () => ({ toast: toasts }));
vi.mock("@/api", async (original) => ({ ...(await original<object>()), requestBytes }));

const call = (over: Partial<CallRecord> = {}): CallRecord => ({
  id: "k1",
  version: 1,
  status: "in-progress",
  direction: "inbound",
  ...over,
});

beforeEach(() => {
  command.mockReset().mockResolvedValue({});
  toasts.error.mockReset();
  toasts.success.mockReset();
});

describe("a waveform", () => {
  it("has the loudest of each part, and the loudest of all whole", () => {
    const samples = new Float32Array(400);
    samples[50] = -0.4;
    samples[150] = 0.1;
    samples[399] = 0.2;
    const peaks = peaksOf(samples, 4);
    expect(peaks.map((peak) => Math.round(peak * 100))).toEqual([100, 25, 0, 50]);
  });

  it("is flat where nothing is to be heard", () => {
    expect(peaksOf(new Float32Array(10), 5)).toEqual([0, 0, 0, 0, 0]);
    expect(peaksOf(new Float32Array(0), 2)).toEqual([0, 0]);
  });

  it("is asked of the server by its sid", async () => {
    requestBytes.mockRejectedValue(new Error("away"));
    const { signal } = new AbortController();
    await expect(fetchSound("RE/1", signal)).rejects.toThrow("away");
    expect(requestBytes).toHaveBeenCalledWith("/v1/twilio/recording/RE%2F1", signal);
  });
});

describe("the keys of a recording", () => {
  it.each([
    [null, "Record", "start"],
    ["on", "Pause the recording", "pause"],
    ["paused", "Resume the recording", "resume"],
  ] as const)("of one that is %s ask once for what is next, by R too", async (recording, label, action) => {
    render(<RecordingKeys call={call({ recording })} />);
    await userEvent.keyboard("r");
    await userEvent.keyboard("r");
    expect(command).toHaveBeenCalledTimes(1);
    expect(command).toHaveBeenCalledWith("call.recording", { id: "k1", action }, expect.any(String));
    expect(screen.getByRole("button", { name: label }).hasAttribute("disabled")).toBe(true);
  });

  it("can be pressed again where it was refused, which is said", async () => {
    command.mockRejectedValueOnce(new Error("This call is recorded already."));
    render(<RecordingKeys call={call()} />);
    await userEvent.click(screen.getByRole("button", { name: "Record" }));
    expect(toasts.error).toHaveBeenCalledTimes(1);
    expect(screen.getByRole("button", { name: "Record" }).hasAttribute("disabled")).toBe(false);
  });

  it("do nothing while the customer waits, and are not there before both sides are", () => {
    const { rerender } = render(<RecordingKeys call={call({ held_at: "2026-03-01T12:00:00Z" })} />);
    expect(screen.getByRole("button", { name: "Record" }).hasAttribute("disabled")).toBe(true);
    rerender(<RecordingKeys call={call({ status: "ringing" })} />);
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("stop one that is being begun", async () => {
    render(<RecordingKeys call={call({ recording: "starting" })} />);
    expect(screen.getByRole("button", { name: "Record" }).hasAttribute("disabled")).toBe(true);
    await userEvent.click(screen.getByRole("button", { name: "Stop the recording" }));
    expect(command).toHaveBeenCalledWith("call.recording", { id: "k1", action: "stop" }, expect.any(String));
  });

  it("say where one could not begin, and where one that was stopped is", () => {
    const { rerender } = render(<RecordingKeys call={call({ recording: "starting" })} />);
    rerender(<RecordingKeys call={call({ recording: null })} />);
    expect(toasts.error).toHaveBeenCalledTimes(1);
    rerender(<RecordingKeys call={call({ recording: "on" })} />);
    rerender(<RecordingKeys call={call({ recording: null })} />);
    expect(toasts.success).toHaveBeenCalledTimes(1);
    rerender(<RecordingKeys call={call({ recording: "on" })} />);
    rerender(<RecordingKeys call={call({ recording: null, status: "completed" })} />);
    expect(toasts.success).toHaveBeenCalledTimes(1);
  });
});

it("shows that a call is recorded while it is up", () => {
  const { rerender } = render(<RecordingMark call={call({ recording: "on" })} />);
  expect(screen.getByRole("status", { name: "Recording" })).toBeTruthy();
  rerender(<RecordingMark call={call({ recording: "paused" })} />);
  expect(screen.getByRole("status", { name: "Recording paused" })).toBeTruthy();
  rerender(<RecordingMark call={call({ recording: "on", status: "completed" })} />);
  expect(screen.queryByRole("status")).toBeNull();
});

it("puts a recording that completes into the lists that are open, and takes it out again", () => {
  const store = createStore();
  const router = createRouter();
  router.register(callReducers);
  transact((tx) => {
    lists.set(tx, allRecordings, ["r0"]);
    lists.set(tx, recordingsOf("k1"), []);
  }, store);
  const tell = (over: Partial<Change>) =>
    transact((tx) => router.change(tx, [changeOf(recordingObject, "r1", over)]), store);
  tell({ op: "created", version: 1, fields: { sid: "RE1", call: { id: "k1" } } });
  expect(store.get(lists.atomOf(allRecordings))).toEqual(["r1", "r0"]);
  expect(store.get(lists.atomOf(recordingsOf("k1")))).toEqual(["r1"]);
  tell({ op: "removed" });
  expect(store.get(lists.atomOf(allRecordings))).toEqual(["r0"]);
});
