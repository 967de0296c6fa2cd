import type { Call, Device } from "@twilio/voice-sdk";
import { ApiError } from "@/api";
import { NotLoaded } from "@/lib/chunks";
import { LineReport, type Reported } from "./lineReport";
import { phoneWords } from "./messages";
import { microphoneProblem } from "./microphone";
import { PhoneAudio, type WantedDevices } from "./PhoneAudio";
import { deviceOptions, loadSdk } from "./sdk";
import type { PhoneState } from "./softphone";

interface Token {
  token: string;
  /** Seconds. */
  ttl: number;
  /** The signalling is this page's own server. */
  here: boolean;
}

/** What a page that is loaded again needs to take its line back. */
export interface KeptLine {
  call: string;
  token: string;
}

export interface VoicePhoneOptions {
  fetchToken: () => Promise<Token>;
  /** Whether a call is this person's, which a phone takes that nobody told to expect it. */
  isMine: (call: string) => boolean;
  /** Remembers the lines beyond the page's life. */
  keep: (lines: readonly KeptLine[]) => void;
  kept: () => readonly KeptLine[];
  devices: () => WantedDevices;
  changed: (state: PhoneState) => void;
  failed: (why: string) => void;
  /** Tells the server how the line of a call is. */
  report: (call: string, reports: Reported[]) => Promise<unknown>;
}

/** What a token that is refused is called; a fresh one mends both. */
const refusedTokens = new Set([20101, 20104]);
/** Between two tries to get a fresh token. */
const refreshPause = 1_000;
/** Before it is tried again to register, where that failed. */
const startPause = 10_000;
/** How long before its end a token is renewed. */
const refreshBefore = 60_000;
/** How long a phone waits that was not told to expect a call: the one that was takes it first. */
const grace = 1_500;
const remembered = 10;
/** How long a key takes to be sent, with the pause behind it. */
const keyLasts = 250;

/** One call that this phone has: its customer may be on hold while one speaks on another. */
interface OwnLine {
  call: Call;
  isUp: boolean;
  isMuted: boolean;
  isReconnecting: boolean;
  report: LineReport;
}

const standing = ({ isUp, isMuted, isReconnecting }: OwnLine) => ({ isUp, isMuted, isReconnecting });

/** This browser's phone, by the provider's SDK. */
export class VoicePhone {
  private device: Device | undefined;
  /** Lines that were taken back beside another: the SDK's device connects but one. */
  private readonly others: Device[] = [];
  private readonly lines = new Map<string, OwnLine>();
  private readonly audio = new Map<Device, PhoneAudio>();
  /** The call that one speaks on. */
  private current: string | undefined;
  private readonly expected: string[] = [];
  private readonly waiting = new Map<string, Call>();
  private state: PhoneState = { stage: "off" };
  private refreshed = 0;
  /** Keys that are being sent, and those that wait for them. */
  private keys = "";
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isStopped = false;
  /** Calls whose lines a page that was loaded again is taking back. */
  private returning = new Set<string>();
  private readonly options: VoicePhoneOptions;

  constructor(options: VoicePhoneOptions) {
    this.options = options;
  }

  /** Registers, so that calls can be put through. */
  async start(): Promise<void> {
    this.change({ stage: "starting", problem: undefined });
    this.device?.destroy();
    this.device = undefined;
    this.letOthersGo();
    this.audio.clear();
    window.addEventListener("pagehide", this.stay); // before the SDK's own, which hangs up
    try {
      const { token, ttl, here } = await this.options.fetchToken();
      const sdk = await loadSdk(here);
      if (this.isStopped) {
        return;
      }
      const make = () => this.makeDevice(sdk.Device, sdk.Call, token, here);
      this.device = make();
      this.listen(this.device);
      this.renewIn(ttl);
      const kept = this.lines.size === 0 ? this.options.kept() : [];
      this.returning = new Set(kept.map(({ call }) => call));
      await this.device.register();
      await this.takeBack(kept, make).finally(() => this.returning.clear());
    } catch (error) {
      this.fail(error);
    }
  }

  /**
   * A page that goes hangs up and refuses nothing: when it is loaded again, or another tab has the
   * phone, that takes the line back.
   */
  private readonly stay = (event: PageTransitionEvent) => {
    if (!event.persisted) {
      event.stopImmediatePropagation();
    }
  };

  private async takeBack(kept: readonly KeptLine[], makeAnother: () => Device): Promise<void> {
    if (!this.device || kept.length === 0) {
      return;
    }
    this.options.keep([]);
    for (const { call, token } of kept) {
      const device: Device = this.lines.size === 0 ? this.device : makeAnother();
      await this.audio.get(device)?.take();
      this.have(call, await device.connect({ connectToken: token }), device);
      if (device !== this.device) {
        this.others.push(device);
      }
    }
  }

  private makeDevice(Made: typeof Device, Calls: typeof Call, token: string, isHere: boolean): Device {
    const device = new Made(token, deviceOptions(Calls, isHere));
    if (device.audio) {
      this.audio.set(device, new PhoneAudio(device.audio, this.options.devices, this.options.failed));
    }
    return device;
  }

  private listen(device: Device): void {
    device.on("registered", () => {
      this.change({ stage: "ready", problem: undefined });
      this.changeDevices();
    });
    device.on("unregistered", () => this.change({ stage: "starting" }));
    device.on("tokenWillExpire", () => void this.refresh());
    device.on("error", (error: { code: number }) => {
      if (refusedTokens.has(error.code)) {
        void this.refresh();
      }
    });
    device.on("incoming", (call: Call) => this.ring(call));
  }

  private renewIn(ttl: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.refresh(), Math.max(refreshPause, ttl * 1_000 - refreshBefore));
  }

  /** Takes a fresh token, at most one a second. A call that is up goes on whatever becomes of it. */
  private async refresh(): Promise<void> {
    const now = Date.now();
    if (this.isStopped || now - this.refreshed < refreshPause) {
      return;
    }
    this.refreshed = now;
    try {
      const { token, ttl } = await this.options.fetchToken();
      this.device?.updateToken(token);
      this.renewIn(ttl);
      if (this.device?.state === "unregistered") {
        await this.device.register();
      }
    } catch (error) {
      if (this.state.line) {
        this.renewIn(0); // a call that is up goes on
      } else {
        this.fail(error);
      }
    }
  }

  private fail(error: unknown): void {
    if (this.isStopped) {
      return;
    }
    const isRule = error instanceof ApiError && error.isRule;
    const why = error instanceof NotLoaded ? phoneWords.notInitialized : phoneWords.setUpError;
    this.change({ stage: "failed", problem: isRule ? error.message : why });
    if (!isRule) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => void this.start(), startPause);
    }
  }

  private change(change: Partial<PhoneState>): void {
    this.state = { ...this.state, ...change };
    this.options.changed(this.state);
  }

  now(): PhoneState {
    return this.state;
  }

  expect(call: string): void {
    this.expected.unshift(call);
    this.expected.splice(remembered);
    const waits = this.waiting.get(call);
    if (waits) {
      this.take(call, waits);
    }
  }

  /** A call is put through. */
  private ring(call: Call): void {
    const id = call.customParameters.get("call") ?? "";
    if (this.returning.has(id)) {
      return; // its line is being taken back: one that was taken twice would keep the others from it
    }
    this.waiting.set(id, call);
    const gone = () => this.waiting.delete(id);
    call.on("cancel", gone);
    call.on("disconnect", gone);
    if (this.expected.includes(id)) {
      this.take(id, call);
    } else {
      this.lookLater(id, call);
    }
  }

  private lookLater(id: string, call: Call): void {
    setTimeout(() => {
      if (this.waiting.get(id) !== call) {
        return;
      }
      if (this.options.isMine(id)) {
        this.take(id, call);
      } else {
        this.lookLater(id, call);
      }
    }, grace);
  }

  private take(id: string, call: Call): void {
    this.waiting.delete(id);
    this.have(id, call, this.device);
    const taking = this.device && this.audio.get(this.device)?.take();
    if (taking) {
      void taking.then(() => call.accept());
    } else {
      call.accept();
    }
  }

  private have(id: string, call: Call, device: Device | undefined): void {
    if (!this.expected.includes(id)) {
      this.expected.unshift(id); // it is put through again where the network lost it
    }
    const report = new LineReport(call, (reports) => this.options.report(id, reports));
    const line: OwnLine = { call, isUp: false, isMuted: false, isReconnecting: false, report };
    this.lines.set(id, line);
    const over = () => {
      if (this.lines.get(id) === line) {
        this.lines.delete(id);
        this.keep();
        if (this.lines.size === 0) {
          this.eachAudio((audio) => audio.release());
          this.letOthersGo();
        }
        this.speakOn(this.current === id ? [...this.lines.keys()].at(-1) : this.current);
      }
    };
    const onLine = (change: Partial<OwnLine>) => {
      Object.assign(line, change);
      this.speakOn(this.current);
    };
    call.on("accept", () => {
      this.keep();
      if (device) {
        this.audio.get(device)?.watch(() => call.getLocalStream());
      }
      onLine({ isUp: true });
    });
    call.on("mute", (isMuted: boolean) => onLine({ isMuted }));
    call.on("reconnecting", () => onLine({ isReconnecting: true }));
    call.on("reconnected", () => onLine({ isReconnecting: false }));
    call.on("cancel", over);
    call.on("disconnect", over);
    call.on("error", (error: { name?: string; code: number }) => this.trouble(error, over));
    this.keep();
    this.speakOn(id);
  }

  private keep(): void {
    // Of a call that one placed there is no token before it is answered.
    const tokens = [...this.lines].map(([call, line]) => ({ call, token: line.call.connectToken }));
    this.options.keep(tokens.filter((one): one is KeptLine => one.token !== undefined));
  }

  /** Mute, keys and the end of the line are of this call from now on. */
  private speakOn(id: string | undefined): void {
    const line = id === undefined ? undefined : this.lines.get(id);
    if (line?.isUp && this.current !== id) {
      line.call.mute(line.isMuted); // lines that share a microphone are muted together
    }
    this.current = line && id;
    this.change({ line: line && { call: id ?? "", ...standing(line) } });
  }

  select(call: string): void {
    if (this.lines.has(call) && this.current !== call) {
      this.speakOn(call);
    }
  }

  private spoken(): Call | undefined {
    return this.lines.get(this.current ?? "")?.call;
  }

  /** What went wrong with a call: 31401 and 31402 are the microphone, and end it. */
  private trouble(error: { code: number }, over: () => void): void {
    if (error.code === 31401 || error.code === 31402) {
      const name = error.code === 31401 ? "NotAllowedError" : "NotFoundError";
      this.options.failed(microphoneProblem(new DOMException("", name)));
      over();
    }
  }

  mute(isMuted: boolean): void {
    this.spoken()?.mute(isMuted);
  }

  press(digits: string): void {
    this.lines.get(this.current ?? "")?.report.press(digits);
    this.keys += digits;
    if (this.keys === digits) {
      this.sendKeys();
    }
  }

  /** Sends what was pressed meanwhile, once what was sent before has been heard: browsers would drop that. */
  private sendKeys(): void {
    const [call, sent] = [this.spoken(), this.keys];
    call?.sendDigits(sent);
    setTimeout(() => {
      this.keys = this.spoken() === call ? this.keys.slice(sent.length) : "";
      if (this.keys) {
        this.sendKeys();
      }
    }, sent.length * keyLasts);
  }

  /** What only carried lines that were taken back beside another. */
  private letOthersGo(): void {
    for (const device of this.others.splice(0)) {
      this.audio.delete(device);
      device.destroy();
    }
  }

  private eachAudio(act: (audio: PhoneAudio) => void): void {
    for (const audio of this.audio.values()) {
      act(audio);
    }
  }

  /** Other devices are wanted. */
  changeDevices(): void {
    this.eachAudio((audio) => audio.change());
  }

  resetAudio(): void {
    this.eachAudio((audio) => audio.reset());
  }

  hangUp(): void {
    this.spoken()?.disconnect();
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
    window.removeEventListener("pagehide", this.stay);
    for (const { call } of this.lines.values()) {
      call.disconnect();
    }
    this.letOthersGo();
    this.device?.destroy();
    this.change({ stage: "off", line: undefined, problem: undefined });
  }
}
