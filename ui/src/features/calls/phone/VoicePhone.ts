import type { Call, Device } from "@twilio/voice-sdk";
import { ApiError } from "@/api";
import { LineReport, type Reported } from "./lineReport";
import { phoneWords } from "./messages";
import { microphoneProblem } from "./microphone";
import { loadSdk, silent } from "./sdk";
import type { PhoneState } from "./softphone";

export interface Token {
  token: string;
  /** Seconds. */
  ttl: number;
  /** The signalling is this page's own server. */
  here: boolean;
}

/** What a page that is loaded anew needs to take its line back. */
export interface KeptLine {
  call: string;
  token: string;
}

export interface VoicePhoneOptions {
  fetchToken: () => Promise<Token>;
  /** Whether a call is this person's, which a phone takes that nobody told to expect it. */
  isMine: (call: string) => boolean;
  /** Remembers a line beyond the page's life, or that there is none. */
  keep: (line: KeptLine | undefined) => void;
  kept: () => KeptLine | undefined;
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

/** This browser's phone, by the provider's SDK. */
export class VoicePhone {
  private device: Device | undefined;
  private call: Call | undefined;
  private told: LineReport | undefined;
  private readonly expected: string[] = [];
  private readonly waiting = new Map<string, Call>();
  private state: PhoneState = { stage: "off" };
  private refreshed = 0;
  /** Keys that are being sent, and those that wait for them. */
  private keys = "";
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isStopped = false;
  private readonly options: VoicePhoneOptions;

  constructor(options: VoicePhoneOptions) {
    this.options = options;
  }

  /** Registers, so that calls can be put through. */
  async start(): Promise<void> {
    this.change({ stage: "starting", problem: undefined });
    this.device?.destroy();
    this.device = undefined;
    window.addEventListener("pagehide", this.stay); // before the SDK's own, which hangs up
    try {
      const { token, ttl, here } = await this.options.fetchToken();
      const sdk = await loadSdk(here);
      if (this.isStopped) {
        return;
      }
      this.device = this.makeDevice(sdk.Device, sdk.Call, token, here);
      this.renewIn(ttl);
      await this.device.register();
      await this.takeBack();
    } catch (error) {
      this.fail(error);
    }
  }

  /**
   * A page that goes hangs up and refuses nothing: when it is loaded anew, or another tab has the phone, that takes
   * the line back.
   */
  private readonly stay = (event: PageTransitionEvent) => {
    if (!event.persisted) {
      event.stopImmediatePropagation();
    }
  };

  private async takeBack(): Promise<void> {
    const kept = this.options.kept();
    if (kept && this.device && !this.call) {
      this.options.keep(undefined);
      this.have(kept.call, await this.device.connect({ connectToken: kept.token }));
    }
  }

  private makeDevice(Made: typeof Device, Codecs: typeof Call, token: string, isHere: boolean): Device {
    const options = {
      codecPreferences: [Codecs.Codec.PCMU, Codecs.Codec.Opus],
      allowIncomingWhileBusy: true,
      closeProtection: false,
      maxCallSignalingTimeoutMs: 30_000,
      enableImprovedSignalingErrorPrecision: true,
      logLevel: "silent" as const,
      sounds: silent,
      // Not in the SDK's description: where its server is, and that nobody is told of how it fares.
      ...(isHere ? { chunderw: location.host, publishEvents: false } : {}),
    };
    const device = new Made(token, options);
    device.on("registered", () => this.change({ stage: "ready", problem: undefined }));
    device.on("unregistered", () => this.change({ stage: "starting" }));
    device.on("tokenWillExpire", () => void this.refresh());
    device.on("error", (error: { code: number }) => {
      if (refusedTokens.has(error.code)) {
        void this.refresh();
      }
    });
    device.on("incoming", (call: Call) => this.ring(call));
    for (const set of [device.audio?.incoming, device.audio?.outgoing, device.audio?.disconnect]) {
      set?.call(device.audio, false);
    }
    return device;
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
    this.change({ stage: "failed", problem: isRule ? error.message : phoneWords.setUpError });
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
    this.have(id, call);
    call.accept();
  }

  private have(id: string, call: Call): void {
    if (!this.expected.includes(id)) {
      this.expected.unshift(id); // it is put through anew where the network lost it
    }
    this.call = call;
    this.told = new LineReport(call, (reports) => this.options.report(id, reports));
    const over = () => {
      if (this.call === call) {
        this.call = undefined;
        this.options.keep(undefined);
        this.change({ line: undefined });
      }
    };
    const keep = () => {
      const token = call.connectToken; // of a call that one placed there is none before it is answered
      if (token !== undefined) {
        this.options.keep({ call: id, token });
      }
    };
    call.on("accept", () => {
      keep();
      this.onLine(call, { isUp: true });
    });
    call.on("mute", (isMuted: boolean) => this.onLine(call, { isMuted }));
    call.on("cancel", over);
    call.on("disconnect", over);
    call.on("error", (error: { name?: string; code: number }) => this.trouble(error, over));
    keep();
    this.change({ line: { call: id, isUp: false, isMuted: false } });
  }

  private onLine(call: Call, change: { isUp?: boolean; isMuted?: boolean }): void {
    if (this.call === call && this.state.line) {
      this.change({ line: { ...this.state.line, ...change } });
    }
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
    this.call?.mute(isMuted);
  }

  press(digits: string): void {
    this.told?.press(digits);
    this.keys += digits;
    if (this.keys === digits) {
      this.sendKeys();
    }
  }

  /** Sends what was pressed meanwhile, once what was sent before has been heard: browsers would drop that. */
  private sendKeys(): void {
    const [call, sent] = [this.call, this.keys];
    call?.sendDigits(sent);
    setTimeout(() => {
      this.keys = this.call === call ? this.keys.slice(sent.length) : "";
      if (this.keys) {
        this.sendKeys();
      }
    }, sent.length * keyLasts);
  }

  hangUp(): void {
    this.call?.disconnect();
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
    window.removeEventListener("pagehide", this.stay);
    this.device?.destroy();
    this.change({ stage: "off", line: undefined, problem: undefined });
  }
}
