import type { Device } from "@twilio/voice-sdk";
import { phoneWords } from "./messages";
import { deviceProblem } from "./microphone";

/** The devices that somebody wants to speak and hear by, as this browser names them; "" for the system's. */
export interface WantedDevices {
  input: string;
  output: string;
}

type Audio = NonNullable<Device["audio"]>;

const system = "default";

/**
 * The microphone and the speaker of this browser's phone. The chosen microphone is held during calls only: else the
 * browser would show that it listens all day. One that goes in a call has the next one take its place.
 */
export class PhoneAudio {
  private isInCall = false;
  /** Nobody hears one: the microphone went, and no other could be had. */
  private isDeaf = false;
  /** The sound that the call has of the microphone. */
  private heard: (() => MediaStream | undefined) | undefined;
  private unwatch = new AbortController();
  private hadMicrophones: boolean;
  private readonly audio: Audio;
  private readonly wanted: () => WantedDevices;
  private readonly failed: (why: string) => void;

  constructor(audio: Audio, wanted: () => WantedDevices, failed: (why: string) => void) {
    this.audio = audio;
    this.wanted = wanted;
    this.failed = failed;
    this.hadMicrophones = audio.availableInputDevices.size > 0;
    for (const set of [audio.incoming, audio.outgoing, audio.disconnect]) {
      set.call(audio, false);
    }
    audio.on("deviceChange", () => {
      const had = this.hadMicrophones;
      this.hadMicrophones = audio.availableInputDevices.size > 0;
      if (!(had || this.hadMicrophones)) {
        return; // which there are is not known yet
      }
      if (this.isInCall && !this.hadMicrophones) {
        this.lose();
      } else {
        this.change();
      }
    });
  }

  /** Takes the chosen microphone before a call is; nothing is to be waited for where none is chosen. */
  take(): Promise<void> | undefined {
    this.isInCall = true;
    const { input } = this.wanted();
    return this.audio.availableInputDevices.has(input) && input !== ""
      ? this.set(() => this.listen(input))
      : undefined;
  }

  /** The call is up: what it has of the microphone is watched, since that may end by itself. */
  watch(heard: () => MediaStream | undefined): void {
    this.heard = heard;
    this.watchTracks();
  }

  private watchTracks(): void {
    this.unwatch.abort();
    this.unwatch = new AbortController();
    const { signal } = this.unwatch;
    for (const track of this.heard?.()?.getAudioTracks() ?? []) {
      track.addEventListener("ended", () => this.moveOn(), { signal });
    }
  }

  /** The microphone went, or the browser took it away: another one is taken, or the same one where it is back. */
  private moveOn(): void {
    if (this.isInCall) {
      this.isDeaf = true;
      this.change();
    }
  }

  private lose(): void {
    this.isDeaf = true;
    this.failed(phoneWords.noMicrophone);
  }

  /** The call is over. */
  release(): void {
    this.isInCall = false;
    this.isDeaf = false;
    this.heard = undefined;
    this.unwatch.abort();
    void this.set(() => this.audio.unsetInputDevice());
  }

  /** What is wanted changed, or what is there. */
  change(): void {
    void this.set(async () => {
      const { input, output } = this.wanted();
      await this.speak(output);
      if (this.isInCall && (this.isDeaf || (this.audio.inputDevice?.deviceId ?? "") !== input)) {
        await this.listen(input);
      }
    });
  }

  /** Takes the microphone and the speaker again. */
  reset(): void {
    void this.set(async () => {
      const { input, output } = this.wanted();
      await this.speak(output);
      if (!this.isInCall) {
        await this.audio.unsetInputDevice();
      } else {
        await this.listen(input, true);
      }
    });
  }

  private async listen(input: string, isAnew = this.isDeaf): Promise<void> {
    const { availableInputDevices: there } = this.audio;
    const found = there.has(input) ? input : [system, ...there.keys()].find((id) => there.has(id));
    if (found === undefined) {
      this.lose();
      return;
    }
    if (isAnew && this.audio.inputDevice?.deviceId === found) {
      await this.audio.setAudioConstraints({}); // has it taken again
    } else {
      await this.audio.setInputDevice(found);
    }
    this.isDeaf = false;
    this.watchTracks();
  }

  private async speak(output: string): Promise<void> {
    const { availableOutputDevices: there, isOutputSelectionSupported: isSupported } = this.audio;
    const found = [output, system, ...there.keys()].find((id) => there.has(id));
    const { speakerDevices: now } = this.audio;
    const isUsed = [...now.get()].every(({ deviceId }) => deviceId === (found ?? deviceId));
    if (isSupported && found !== undefined && !isUsed) {
      await now.set(found);
    }
  }

  private async set(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      this.failed(deviceProblem(error)); // the call goes on by what it had
    }
  }
}
