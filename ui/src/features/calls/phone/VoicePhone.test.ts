import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "@/api";
import { phoneWords } from "./messages";
import type { PhoneState } from "./softphone";
import { type KeptLine, VoicePhone } from "./VoicePhone";

type Listener = (...args: never[]) => void;

/** What the SDK's objects have in common. */
class Emitter {
  private readonly listeners = new Map<string, Listener[]>();

  on(event: string, listener: Listener): void {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener]);
  }

  emit(event: string, ...args: unknown[]): void {
    for (const listener of this.listeners.get(event) ?? []) {
      listener(...(args as never[]));
    }
  }
}

class FakeCall extends Emitter {
  static readonly Codec = { PCMU: "pcmu", Opus: "opus" };
  readonly customParameters: Map<string, string>;
  readonly connectToken = "again";
  accept = vi.fn(() => this.emit("accept"));
  getLocalStream = () => undefined;
  mute = vi.fn((isMuted: boolean) => this.emit("mute", isMuted));
  sendDigits = vi.fn();
  disconnect = vi.fn(() => this.emit("disconnect"));

  constructor(id: string) {
    super();
    this.customParameters = new Map([["call", id]]);
  }
}

let device: FakeDevice;
let wanted = { input: "", output: "" };

/** The devices of a browser, two of each kind. */
class FakeAudio extends Emitter {
  incoming = vi.fn();
  outgoing = vi.fn();
  disconnect = vi.fn();
  availableInputDevices = new Map([
    ["default", {}],
    ["headset", {}],
  ]);
  availableOutputDevices = new Map([
    ["default", {}],
    ["headset", {}],
  ]);
  isOutputSelectionSupported = true;
  inputDevice: { deviceId: string } | null = null;
  setInputDevice = vi.fn((deviceId: string) => {
    this.inputDevice = { deviceId };
    return Promise.resolve();
  });
  unsetInputDevice = vi.fn(() => {
    this.inputDevice = null;
    return Promise.resolve();
  });
  setAudioConstraints = vi.fn(async () => undefined);
  speaker = "default";
  speakerDevices = {
    get: () => new Set([{ deviceId: this.speaker }]),
    set: vi.fn((deviceId: string) => {
      this.speaker = deviceId;
      return Promise.resolve();
    }),
  };
}

class FakeDevice extends Emitter {
  state = "registered";
  audio = new FakeAudio();
  updateToken = vi.fn();
  destroy = vi.fn();
  register = vi.fn(() => {
    this.emit("registered");
    onRegistered();
    return Promise.resolve();
  });
  connect = vi.fn(async (_: { connectToken: string }) => new FakeCall("kept"));
  readonly token: string;
  readonly options: Record<string, unknown>;

  constructor(token: string, options: Record<string, unknown>) {
    super();
    this.token = token;
    this.options = options;
    device = this;
  }
}

vi.mock("./sdk", async (original) => ({
  ...(await original<object>()),
  loadSdk: async () => ({ Device: FakeDevice, Call: FakeCall }),
}));

let onRegistered: () => void = () => undefined;
let state: PhoneState;
let kept: readonly KeptLine[];
const fetchToken = vi.fn();
const isMine = vi.fn<(call: string) => boolean>();
const failed = vi.fn();
const report = vi.fn(async () => undefined);

async function open(): Promise<VoicePhone> {
  const phone = new VoicePhone({
    fetchToken,
    isMine,
    failed,
    report,
    devices: () => wanted,
    keep: (lines) => {
      kept = lines;
    },
    kept: () => kept,
    changed: (now) => {
      state = now;
    },
  });
  await phone.start();
  return phone;
}

function ring(id: string): FakeCall {
  const call = new FakeCall(id);
  device.emit("incoming", call);
  return call;
}

describe("a phone in the browser", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    kept = [];
    onRegistered = () => undefined;
    wanted = { input: "", output: "" };
    failed.mockReset();
    isMine.mockReset().mockReturnValue(false);
    fetchToken.mockReset().mockResolvedValue({ token: "t1", ttl: 3600, here: true });
  });
  afterEach(() => vi.useRealTimers());

  it("registers at this server where that is the network, and lets nothing ring by itself", async () => {
    await open();
    expect(state).toEqual({ stage: "ready", problem: undefined });
    expect(device.token).toBe("t1");
    expect(device.options).toMatchObject({
      chunderw: location.host,
      publishEvents: false,
      allowIncomingWhileBusy: true,
    });
    expect(device.audio.incoming).toHaveBeenCalledWith(false);
  });

  it("registers at the provider's servers else", async () => {
    fetchToken.mockResolvedValue({ token: "t1", ttl: 3600, here: false });
    await open();
    expect(device.options).not.toHaveProperty("chunderw");
  });

  it("says why there is none", async () => {
    fetchToken.mockRejectedValue(new TypeError("Failed to fetch"));
    await open();
    expect(state).toMatchObject({ stage: "failed", problem: phoneWords.setUpError });
  });

  it("takes the call that it is to expect, whichever comes first, and no other", async () => {
    const phone = await open();
    phone.expect("k1");
    expect(ring("k1").accept).toHaveBeenCalledOnce();
    expect(state.line).toEqual({ call: "k1", isUp: true, isMuted: false, isReconnecting: false });
    const [second, third] = [ring("k2"), ring("k3")];
    expect(second.accept).not.toHaveBeenCalled();
    phone.expect("k2");
    expect(second.accept).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(third.accept).not.toHaveBeenCalled();
  });

  it("takes a call of this person's that no other browser takes", async () => {
    await open();
    isMine.mockImplementation((id) => id === "k1");
    const [mine, taken] = [ring("k1"), ring("k1b")];
    taken.emit("cancel");
    expect(mine.accept).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(mine.accept).toHaveBeenCalledOnce();
    expect(taken.accept).not.toHaveBeenCalled();
  });

  it("speaks and hears by the chosen devices, which it holds during the call only", async () => {
    wanted = { input: "headset", output: "headset" };
    const phone = await open();
    expect(device.audio.speaker).toBe("headset");
    expect(device.audio.setInputDevice, "it does not listen all day").not.toHaveBeenCalled();
    phone.expect("k1");
    const call = ring("k1");
    await vi.advanceTimersByTimeAsync(0);
    expect(device.audio.inputDevice).toEqual({ deviceId: "headset" });
    expect(call.accept).toHaveBeenCalledOnce();
    call.emit("disconnect");
    await vi.advanceTimersByTimeAsync(0);
    expect(device.audio.inputDevice).toBeNull();
  });

  it("goes over to other devices in a call, and takes them anew when it is told to", async () => {
    const phone = await open();
    phone.expect("k1");
    ring("k1");
    wanted = { input: "headset", output: "" };
    phone.changeDevices();
    await vi.advanceTimersByTimeAsync(0);
    expect(device.audio.inputDevice).toEqual({ deviceId: "headset" });
    phone.resetAudio();
    await vi.advanceTimersByTimeAsync(0);
    expect(device.audio.setAudioConstraints).toHaveBeenCalledOnce();
    wanted = { input: "", output: "" };
    phone.resetAudio();
    await vi.advanceTimersByTimeAsync(0);
    expect(device.audio.inputDevice).toEqual({ deviceId: "default" });
  });

  it("goes on by the system's devices where the chosen ones are not there, and says where one can't be had", async () => {
    wanted = { input: "elsewhere", output: "elsewhere" };
    const phone = await open();
    expect(device.audio.speaker).toBe("default");
    expect(device.audio.speakerDevices.set, "what is as it should be is let be").not.toHaveBeenCalled();
    phone.expect("k1");
    expect(ring("k1").accept).toHaveBeenCalledOnce();
    expect(failed).not.toHaveBeenCalled();
    wanted = { input: "headset", output: "" };
    device.audio.setInputDevice.mockRejectedValueOnce(new Error("busy"));
    phone.changeDevices();
    await vi.advanceTimersByTimeAsync(0);
    expect(failed).toHaveBeenCalledWith(phoneWords.unsupported);
    expect(state.line).toBeDefined();
  });

  it("mutes, and sends what is pressed at once one after the other", async () => {
    const phone = await open();
    phone.expect("k1");
    const call = ring("k1");
    phone.mute(true);
    expect(state.line?.isMuted).toBe(true);
    for (const key of ["4", "2", "#"]) {
      phone.press(key);
    }
    expect(call.sendDigits.mock.calls).toEqual([["4"]]);
    await vi.advanceTimersByTimeAsync(250);
    expect(call.sendDigits.mock.calls).toEqual([["4"], ["2#"]]);
    call.emit("disconnect");
    expect(state.line).toBeUndefined();
    expect(report).toHaveBeenCalledWith("k1", [
      { kind: "muted", ago: 250 },
      ...[1, 1, 1].map((keys) => ({ kind: "dtmf", keys, ago: 250 })),
    ]);
  });

  it("takes a fresh token before the end of the old one, and where that is refused, once a second at most", async () => {
    await open();
    await vi.advanceTimersByTimeAsync(3_540_000);
    expect(fetchToken).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(2_000);
    fetchToken.mockResolvedValue({ token: "t3", ttl: 3600, here: true });
    device.emit("error", { code: 20104 });
    device.emit("error", { code: 20101 });
    device.emit("tokenWillExpire");
    await vi.advanceTimersByTimeAsync(0);
    expect(fetchToken).toHaveBeenCalledTimes(3);
    expect(device.updateToken).toHaveBeenLastCalledWith("t3");
    device.emit("error", { code: 31005 });
    await vi.advanceTimersByTimeAsync(0);
    expect(fetchToken).toHaveBeenCalledTimes(3);
  });

  it("keeps its line beyond the page, and takes it back", async () => {
    const first = await open();
    first.expect("k1");
    const call = ring("k1");
    expect(kept).toEqual([{ call: "k1", token: "again" }]);
    const leaves = new Event("pagehide") as PageTransitionEvent;
    const hangsUp = vi.fn();
    window.addEventListener("pagehide", hangsUp);
    window.dispatchEvent(leaves);
    expect(hangsUp, "the SDK's own would hang up").not.toHaveBeenCalled();
    window.removeEventListener("pagehide", hangsUp);

    await open();
    expect(device.connect).toHaveBeenCalledWith({ connectToken: "again" });
    expect(state.line).toMatchObject({ call: "k1" });
    call.emit("disconnect");
  });

  it("has a second call beside the first, speaks on the one that it is told, and takes both back", async () => {
    const phone = await open();
    phone.expect("k1");
    const first = ring("k1");
    phone.expect("k2");
    const second = ring("k2");
    expect(first.disconnect).not.toHaveBeenCalled();
    expect(state.line?.call).toBe("k2");
    phone.press("1");
    phone.select("k1");
    phone.mute(true);
    expect(second.sendDigits).toHaveBeenCalledWith("1");
    expect(second.mute).not.toHaveBeenCalled();
    expect(state.line).toEqual({ call: "k1", isUp: true, isMuted: true, isReconnecting: false });
    phone.select("k3");
    expect(state.line?.call).toBe("k1");

    const again = await open();
    const connected = (await Promise.all(
      device.connect.mock.results.map(({ value }) => value),
    )) as FakeCall[];
    expect(state.line?.call).toBe("k2");
    again.select("k1");
    expect(kept.map(({ call }) => call)).toEqual(["k1", "k2"]);
    expect(connected, "each by a device of its own").toHaveLength(1);
    again.hangUp();
    expect(state.line?.call).toBe("k2");
    expect(device.destroy).not.toHaveBeenCalled();
    again.hangUp();
    expect(state.line).toBeUndefined();
    expect(device.destroy, "it had nothing but that line").toHaveBeenCalledOnce();
    expect(kept).toEqual([]);
  });

  it("takes all its lines back though the network offers one of them first", async () => {
    kept = [
      { call: "k1", token: "one" },
      { call: "k2", token: "two" },
    ];
    isMine.mockReturnValue(true);
    let offered: FakeCall | undefined;
    onRegistered = () => {
      offered ??= ring("k1");
    };
    const phone = await open();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(offered?.accept).not.toHaveBeenCalled();
    expect(kept.map(({ call }) => call)).toEqual(["k1", "k2"]);
    phone.select("k1");
    expect(state.line).toMatchObject({ call: "k1" });
  });

  it("says what a microphone that fails during a call means", async () => {
    const phone = await open();
    phone.expect("k1");
    ring("k1").emit("error", { code: 31401 });
    expect(failed).toHaveBeenCalledWith(phoneWords.allowMicrophone);
    expect(state.line).toBeUndefined();
  });

  it("tells while a line is brought back that the network lost", async () => {
    const phone = await open();
    phone.expect("k1");
    const call = ring("k1");
    call.emit("reconnecting", { code: 53405 });
    expect(state.line).toMatchObject({ isUp: true, isReconnecting: true });
    call.emit("reconnected");
    expect(state.line).toMatchObject({ isUp: true, isReconnecting: false });
  });

  it("tries again where the network was away", async () => {
    fetchToken.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    await open();
    expect(state.stage).toBe("failed");
    await vi.advanceTimersByTimeAsync(10_000);
    expect(state.stage).toBe("ready");
  });

  it("tells a rule's own sentence where there is no phone, and tries no more", async () => {
    fetchToken.mockRejectedValue(new ApiError(422, { code: "invalid", detail: "There is no phone here." }));
    await open();
    expect(state.problem).toBe("There is no phone here.");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fetchToken).toHaveBeenCalledOnce();
  });
});
