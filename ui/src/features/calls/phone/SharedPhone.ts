import { phoneWords } from "./messages";
import { askForMicrophone } from "./microphone";
import type { PhoneState, Softphone } from "./softphone";
import type { VoicePhone } from "./VoicePhone";

/** What the tabs of a browser say to each other about its phone. */
type Said =
  | { kind: "state"; state: PhoneState }
  | { kind: "ask" }
  | { kind: "start" }
  | { kind: "expect"; call: string }
  | { kind: "mute"; isMuted: boolean }
  | { kind: "press"; digits: string }
  | { kind: "select"; call: string }
  | { kind: "devices" }
  | { kind: "resetAudio" }
  | { kind: "hangUp" };

type Changed = (state: PhoneState) => void;
type MakePhone = (changed: Changed) => VoicePhone;

/** How long one waits for a phone to be ready. */
const patience = 15_000;

/**
 * The phone that all tabs of a browser share. The tab that holds the lock has it, and tells the others how it
 * stands; when that tab goes, another one gets it.
 */
export class SharedPhone implements Softphone {
  private own: VoicePhone | undefined;
  private state: PhoneState = { stage: "off" };
  private readonly channel: BroadcastChannel;
  private readonly end = new AbortController();
  private readonly readers = new Set<() => void>();
  private readonly makePhone: MakePhone;
  private readonly changed: Changed;

  constructor(name: string, makePhone: MakePhone, changed: Changed) {
    this.makePhone = makePhone;
    this.changed = changed;
    this.channel = new BroadcastChannel(name);
    this.channel.onmessage = ({ data }: MessageEvent<Said>) => this.hear(data);
    this.channel.postMessage({ kind: "ask" } satisfies Said);
    navigator.locks.request(name, { signal: this.end.signal }, () => this.have()).catch(() => undefined); // it was stopped before its turn
  }

  /** Has the phone until the tab ends or signs out. */
  private async have(): Promise<void> {
    const stopped = new Promise<void>((done) => {
      this.end.signal.addEventListener("abort", () => done());
    });
    this.own = this.makePhone((state) => {
      this.take(state);
      this.say({ kind: "state", state });
    });
    await this.own.start();
    await stopped;
    this.own.stop();
    this.own = undefined;
  }

  private say(said: Said): void {
    if (!this.end.signal.aborted) {
      this.channel.postMessage(said);
    }
  }

  private hear(said: Said): void {
    if (said.kind === "state") {
      this.take(said.state);
    } else if (this.own && said.kind === "ask") {
      this.say({ kind: "state", state: this.own.now() });
    } else if (this.own) {
      this.carryOut(this.own, said);
    }
  }

  private carryOut(phone: VoicePhone, said: Said): void {
    switch (said.kind) {
      case "start":
        if (phone.now().stage === "failed") {
          void phone.start();
        }
        break;
      case "expect":
        phone.expect(said.call);
        break;
      case "mute":
        phone.mute(said.isMuted);
        break;
      case "press":
        phone.press(said.digits);
        break;
      case "select":
        phone.select(said.call);
        break;
      case "devices":
        phone.changeDevices();
        break;
      case "resetAudio":
        phone.resetAudio();
        break;
      case "hangUp":
        phone.hangUp();
        break;
      default:
    }
  }

  private take(state: PhoneState): void {
    this.state = state;
    this.changed(state);
    for (const read of this.readers) {
      read();
    }
  }

  /** Does it here, or has the tab do it that has the phone. */
  private tell(said: Said): void {
    if (this.own) {
      this.carryOut(this.own, said);
    } else {
      this.say(said);
    }
  }

  async prepare(): Promise<string | undefined> {
    const problem = await askForMicrophone();
    if (problem) {
      return problem;
    }
    if (this.state.stage === "failed") {
      this.tell({ kind: "start" });
    }
    return this.state.stage === "ready" ? undefined : await this.settled();
  }

  /** Waits until the phone is ready or has failed. */
  private settled(): Promise<string | undefined> {
    return new Promise((done) => {
      const finish = (problem: string | undefined) => {
        clearTimeout(timer);
        this.readers.delete(look);
        done(problem);
      };
      const look = () => {
        if (this.state.stage === "ready") {
          finish(undefined);
        } else if (this.state.stage === "failed") {
          finish(this.state.problem ?? phoneWords.notReady);
        }
      };
      const timer = setTimeout(() => finish(phoneWords.notReady), patience);
      this.readers.add(look);
    });
  }

  expect(call: string): void {
    this.tell({ kind: "expect", call });
  }

  mute(isMuted: boolean): void {
    this.tell({ kind: "mute", isMuted });
  }

  press(digits: string): void {
    this.tell({ kind: "press", digits });
  }

  select(call: string): void {
    this.tell({ kind: "select", call });
  }

  changeDevices(): void {
    this.tell({ kind: "devices" });
  }

  resetAudio(): void {
    this.tell({ kind: "resetAudio" });
  }

  hangUp(): void {
    this.tell({ kind: "hangUp" });
  }

  stop(): void {
    this.end.abort();
    this.channel.close();
    this.changed({ stage: "off" });
  }
}
