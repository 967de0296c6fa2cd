import type { Device } from "@twilio/voice-sdk";
import { phoneWords } from "./messages";

/** The devices that somebody wants to speak and hear by, as this browser names them; "" for the system's. */
export interface WantedDevices {
  input: string;
  output: string;
}

type Audio = NonNullable<Device["audio"]>;

const system = "default";

/**
 * The microphone and the speaker of this browser's phone. The chosen microphone is held during calls only: else the
 * browser would show that it listens all day.
 */
export class PhoneAudio {
  private isInCall = false;
  private readonly audio: Audio;
  private readonly wanted: () => WantedDevices;
  private readonly failed: (why: string) => void;

  constructor(audio: Audio, wanted: () => WantedDevices, failed: (why: string) => void) {
    this.audio = audio;
    this.wanted = wanted;
    this.failed = failed;
    for (const set of [audio.incoming, audio.outgoing, audio.disconnect]) {
      set.call(audio, false);
    }
    audio.on("deviceChange", () => this.change());
  }

  /** Takes the chosen microphone before a call is; nothing is to be waited for where none is chosen. */
  take(): Promise<void> | undefined {
    this.isInCall = true;
    const { input } = this.wanted();
    return this.audio.availableInputDevices.has(input) && input !== ""
      ? this.set(() => this.listen(input))
      : undefined;
  }

  /** The call is over. */
  release(): void {
    this.isInCall = false;
    void this.set(() => this.audio.unsetInputDevice());
  }

  /** What is wanted changed, or what is there. */
  change(): void {
    void this.set(async () => {
      const { input, output } = this.wanted();
      await this.speak(output);
      if (this.isInCall && (this.audio.inputDevice?.deviceId ?? "") !== input) {
        await this.listen(input);
      }
    });
  }

  /** Takes the microphone and the speaker anew. */
  reset(): void {
    void this.set(async () => {
      const { input, output } = this.wanted();
      await this.speak(output);
      if (!this.isInCall) {
        await this.audio.unsetInputDevice();
      } else if (this.audio.inputDevice?.deviceId === (input || system)) {
        await this.audio.setAudioConstraints({}); // has it taken once more
      } else {
        await this.listen(input);
      }
    });
  }

  private async listen(input: string): Promise<void> {
    const { availableInputDevices: there } = this.audio;
    const found = there.has(input) ? input : [system, ...there.keys()].find((id) => there.has(id));
    if (found !== undefined) {
      await this.audio.setInputDevice(found);
    }
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
    } catch {
      this.failed(phoneWords.unsupported); // the call goes on by what it had
    }
  }
}
