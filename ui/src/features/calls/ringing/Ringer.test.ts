import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Ringer } from "./Ringer";
import { cadence, ringSamples, waitingSamples } from "./samples";
import { FakeAudio, fakeLocks } from "./sound.test-env";

const open: Ringer[] = [];
function ringer(refused: (isRefused: boolean) => void = () => undefined): Ringer {
  const one = new Ringer("switchboard.ring.me", refused);
  open.push(one);
  return one;
}

const settle = (time = 0) => vi.advanceTimersByTimeAsync(time);
/** What each page plays. */
const playing = () => FakeAudio.all.map((audio) => audio.playing.size);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("AudioContext", FakeAudio);
  vi.stubGlobal("navigator", { locks: fakeLocks() });
  FakeAudio.all = [];
  FakeAudio.isAllowed = true;
});
afterEach(() => {
  for (const one of open.splice(0)) {
    one.close();
  }
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("the ring of a browser", () => {
  it("plays until it is hushed, and then lets go of the sound card", async () => {
    const one = ringer();
    one.ring("ring");
    await settle(4_900);
    const [audio] = FakeAudio.all;
    expect([...(audio?.playing ?? [])]).toEqual([expect.objectContaining({ loop: true })]);
    one.hush();
    await settle();
    expect(playing()).toEqual([0]);
    await settle(200);
    expect(audio?.state).toBe("suspended");
    one.ring("ring");
    await settle();
    expect(playing()).toEqual([1]);
  });

  it("stops by itself after five seconds, in all tabs", async () => {
    ringer().ring("ring");
    ringer().ring("ring");
    await settle(4_900);
    expect(playing()).toEqual([1, 0]);
    await settle(200);
    expect(playing()).toEqual([0, 0]);
  });

  it("rings on and on where that is wanted", async () => {
    const one = ringer();
    one.ring("ring", true);
    await settle(30_000);
    expect(playing()).toEqual([1]);
    one.hush();
    await settle();
    expect(playing()).toEqual([0]);
  });

  it("sounds by the device that was chosen, and by the system's where that one is gone", async () => {
    const one = new Ringer(`test.${Math.random()}`, vi.fn(), () => "headset");
    open.push(one);
    one.ring("ring");
    await settle();
    const [audio] = FakeAudio.all;
    expect(audio?.sinkId).toBe("headset");
    audio?.setSinkId.mockRejectedValueOnce(new DOMException("gone", "NotFoundError"));
    if (audio) {
      audio.sinkId = "other";
    }
    one.ring("ring");
    await settle();
    expect(audio?.sinkId).toBe("");
    expect(playing()).toEqual([1]);
    one.hush();
    await settle(200);
    audio?.setSinkId.mockRejectedValueOnce(new DOMException("gone", "NotFoundError"));
    await expect(one.once("ring", "away")).rejects.toThrow("gone");
  });

  it("is not heard where it was hushed before it began", async () => {
    const one = ringer();
    one.ring("ring");
    one.hush();
    await settle(1_000);
    expect(playing()).toEqual([0]);
  });

  it("is a single beep beside a call", async () => {
    ringer().ring("waiting");
    await settle();
    expect([...(FakeAudio.all[0]?.playing ?? [])]).toEqual([expect.objectContaining({ loop: false })]);
  });

  it("sounds in one tab, and goes on in another when that one closes", async () => {
    const [first, second] = [ringer(), ringer()];
    first.ring("ring");
    second.ring("ring");
    await settle();
    expect(playing()).toEqual([1, 0]);
    first.close();
    await settle();
    expect(playing()).toEqual([0, 1]);
  });

  it("says that the browser refuses, and rings from the next press or key on", async () => {
    FakeAudio.isAllowed = false;
    const refused = vi.fn();
    ringer(refused).ring("ring");
    await settle(1_000);
    expect(refused).toHaveBeenLastCalledWith(true);
    expect(playing()).toEqual([0]);
    FakeAudio.isAllowed = true;
    document.dispatchEvent(new Event("keydown"));
    await settle();
    expect(refused).toHaveBeenLastCalledWith(false);
    expect(playing()).toEqual([1]);
  });

  it("asks for no press where another tab rings already, nor when nothing rings any more", async () => {
    ringer().ring("ring");
    await settle();
    FakeAudio.isAllowed = false;
    const refused = vi.fn();
    const silent = ringer(refused);
    silent.ring("ring");
    await settle(2_000);
    expect(refused).not.toHaveBeenCalledWith(true);
    open[0]?.close();
    await settle(2_000);
    expect(refused).toHaveBeenLastCalledWith(true);
    silent.hush();
    await settle(2_000);
    expect(refused).toHaveBeenLastCalledWith(false);
  });

  it("plays once for who wants to hear it", async () => {
    const one = ringer();
    await one.once("ring");
    expect(playing()).toEqual([1]);
    await one.once("ring");
    expect(playing(), "not twice at once").toEqual([1]);
    await settle(cadence.on * 1_000);
    expect(playing()).toEqual([0]);
  });

  it("opens the sound card by the first press, and lets go of it", async () => {
    ringer();
    document.dispatchEvent(new Event("pointerdown"));
    await settle();
    expect(FakeAudio.all[0]?.resume).toHaveBeenCalledTimes(1);
    expect(FakeAudio.all[0]?.state).toBe("suspended");
  });
});

describe("the sound", () => {
  const rate = 8_000;
  const loudest = (samples: Float32Array) => samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0);

  it("is heard for 1.2 of 4 seconds, and begins and ends softly", () => {
    const samples = ringSamples(rate);
    expect(samples.length / rate).toBe(cadence.whole);
    expect(loudest(samples.subarray(0, cadence.on * rate))).toBeGreaterThan(0.15);
    expect(loudest(samples)).toBeLessThan(0.5);
    expect(loudest(samples.subarray(cadence.on * rate))).toBe(0);
    expect(Math.abs(samples[1] ?? 1)).toBeLessThan(0.01);
  });

  it("is much softer beside a call", () => {
    expect(loudest(waitingSamples(rate))).toBeLessThan(loudest(ringSamples(rate)) / 3);
  });
});
