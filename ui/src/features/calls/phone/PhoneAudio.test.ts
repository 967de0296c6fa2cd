import { beforeEach, describe, expect, it, vi } from "vitest";
import { phoneWords } from "./messages";
import { PhoneAudio } from "./PhoneAudio";

const failed = vi.fn();
let wanted = { input: "", output: "" };
let changed = () => {};
let track = new EventTarget();

/** The SDK's part of the devices, with a microphone at first. */
const audio = {
  incoming: vi.fn(),
  outgoing: vi.fn(),
  disconnect: vi.fn(),
  availableInputDevices: new Map<string, object>(),
  availableOutputDevices: new Map<string, object>(),
  isOutputSelectionSupported: false,
  inputDevice: null as { deviceId: string } | null,
  speakerDevices: { get: () => new Set() },
  setInputDevice: vi.fn((deviceId: string) => {
    audio.inputDevice = { deviceId };
    return Promise.resolve();
  }),
  unsetInputDevice: vi.fn(() => {
    audio.inputDevice = null;
    return Promise.resolve();
  }),
  setAudioConstraints: vi.fn(async () => undefined),
  on: (_: string, listener: () => void) => {
    changed = listener;
  },
};

const settled = () => new Promise((done) => setTimeout(done));

/** What is plugged in now; the browser tells of it. */
async function plugged(...ids: string[]): Promise<void> {
  audio.availableInputDevices = new Map(ids.map((id) => [id, {}]));
  if (audio.inputDevice && !ids.includes(audio.inputDevice.deviceId)) {
    audio.inputDevice = null; // the SDK forgets what went
  }
  changed();
  await settled();
}

async function call(): Promise<PhoneAudio> {
  const one = new PhoneAudio(audio as never, () => wanted, failed);
  await one.take();
  one.watch(() => ({ getAudioTracks: () => [track] }) as never);
  return one;
}

describe("the microphone of a call", () => {
  beforeEach(() => {
    vi.clearAllMocks();
    wanted = { input: "", output: "" };
    track = new EventTarget();
    audio.inputDevice = null;
    audio.availableInputDevices = new Map(["default", "headset"].map((id) => [id, {}]));
  });

  it("that is unplugged has the next one take its place", async () => {
    wanted.input = "headset";
    await call();
    await plugged("default", "builtin");
    expect(audio.inputDevice).toEqual({ deviceId: "default" });
    expect(failed).not.toHaveBeenCalled();
    await plugged("default", "builtin", "headset");
    expect(audio.inputDevice, "the chosen one is back").toEqual({ deviceId: "headset" });
  });

  it("that was the only one is said to be gone, and one that is plugged in is taken", async () => {
    await call();
    await plugged();
    expect(failed).toHaveBeenCalledExactlyOnceWith(phoneWords.noMicrophone);
    expect(audio.setInputDevice).not.toHaveBeenCalled();
    await plugged("other");
    expect(audio.inputDevice).toEqual({ deviceId: "other" });
  });

  it("whose sound ends by itself is taken anew", async () => {
    await call();
    track.dispatchEvent(new Event("ended"));
    await settled();
    expect(audio.inputDevice).toEqual({ deviceId: "default" });
    track.dispatchEvent(new Event("ended"));
    await settled();
    expect(
      audio.setAudioConstraints,
      "of the same one there is sound that ended already",
    ).toHaveBeenCalledOnce();
  });

  it("that was taken away is told of in words, and tried again when something changes", async () => {
    const refused = new DOMException("", "NotAllowedError");
    await call();
    audio.setInputDevice.mockRejectedValueOnce(refused);
    track.dispatchEvent(new Event("ended"));
    await settled();
    expect(failed).toHaveBeenCalledExactlyOnceWith(phoneWords.allowMicrophone);
    await plugged("default");
    expect(audio.inputDevice).toEqual({ deviceId: "default" });
  });

  it("is nobody's business when the call is over", async () => {
    const one = await call();
    one.release();
    await plugged();
    track.dispatchEvent(new Event("ended"));
    await settled();
    expect(failed).not.toHaveBeenCalled();
    expect(audio.setInputDevice).not.toHaveBeenCalled();
  });
});
