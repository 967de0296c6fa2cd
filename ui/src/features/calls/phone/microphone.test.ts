import { afterEach, describe, expect, it, vi } from "vitest";
import { askForMicrophone, watchMicrophone } from "./microphone";

const settled = () => new Promise((done) => setTimeout(done));

interface Browser {
  state: string | undefined;
  labels: string[];
  refuses?: boolean;
}

/** A browser whose leave to use the microphone is this, with these devices. */
function browser(is: Browser) {
  const permission = Object.assign(new EventTarget(), { state: is.state });
  const devices = Object.assign(new EventTarget(), {
    enumerateDevices: async () => is.labels.map((label) => ({ kind: "audioinput", label })),
    getUserMedia: () =>
      is.refuses
        ? Promise.reject(new DOMException("", "NotAllowedError"))
        : Promise.resolve({ getTracks: () => [] }),
  });
  const query = () =>
    permission.state === undefined
      ? Promise.reject(new TypeError("no such permission"))
      : Promise.resolve(permission);
  vi.stubGlobal("navigator", { permissions: { query }, mediaDevices: devices });
  return { permission, devices };
}

describe("the microphone", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it.each<[string, Browser, boolean]>([
    ["that was allowed", { state: "granted", labels: [""] }, true],
    ["that was refused", { state: "denied", labels: ["Built-in"] }, false],
    ["of which nobody was asked", { state: "prompt", labels: [""] }, false],
    ["that a browser names which does not tell", { state: undefined, labels: ["Built-in"] }, true],
    ["that is not there", { state: "granted", labels: [] }, false],
  ])("%s", async (_, is, want) => {
    browser(is);
    const changed = vi.fn();
    watchMicrophone(changed)();
    await settled();
    expect(changed, "it was left").not.toHaveBeenCalled();
    const end = watchMicrophone(changed);
    await settled();
    expect(changed.mock.calls).toEqual([[want]]);
    end();
  });

  it("is told of when it is allowed, unplugged, or heard for the first time", async () => {
    const is: Browser = { state: "prompt", labels: [""] };
    const { permission, devices } = browser(is);
    const changed = vi.fn();
    const end = watchMicrophone(changed);
    await settled();
    expect(await askForMicrophone()).toBeUndefined();
    await settled();
    expect(changed).toHaveBeenLastCalledWith(true);
    is.labels = [];
    devices.dispatchEvent(new Event("devicechange"));
    await settled();
    expect(changed).toHaveBeenLastCalledWith(false);
    is.labels = [""];
    permission.state = "denied";
    permission.dispatchEvent(new Event("change"));
    await settled();
    expect(changed).toHaveBeenLastCalledWith(false);
    is.refuses = true;
    expect(await askForMicrophone()).toMatch(/allow microphone access/);
    permission.state = "granted";
    permission.dispatchEvent(new Event("change"));
    await settled();
    expect(changed).toHaveBeenLastCalledWith(true);
    end();
  });
});
