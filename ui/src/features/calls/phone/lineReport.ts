import type { RestCommands } from "@/api";
import { Voice } from "./voice";

export type Reported = NonNullable<RestCommands["POST /twilio/call/{id}/report"]["input"]["reports"]>[number];

/** What a call of the provider's SDK tells of its line. */
export interface ToldLine {
  on(event: "sample", read: (sample: LineSample) => void): unknown;
  on(event: "volume", read: (input: number, output: number) => void): unknown;
  on(event: "warning" | "warning-cleared", read: (name: string) => void): unknown;
  on(event: "mute", read: (isMuted: boolean) => void): unknown;
  on(event: "accept" | "disconnect", read: () => void): unknown;
}

/** One second of a line, as the SDK measures it. */
export interface LineSample {
  mos: number | null;
  rtt: number;
  jitter: number;
  packetsLostFraction: number;
}

/** How often it is told how good the line is: in the beginning, and later. */
const often = 10_000;
const seldom = 60_000;
const oftenFor = 20 * 60_000;
/** What happens within this time is told at once. */
const pause = 500;
/** What the server takes at once, and how late. */
const most = 20;
const latest = 55_000;

interface Happened {
  at: number;
  told: Reported;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Tells of a call's line for its journal: what happens at once, and how good it is now and then. */
export class LineReport {
  private happened: Happened[] = [];
  private samples: LineSample[] = [];
  private readonly spoke = new Voice();
  private readonly heard = new Voice();
  private isMuted = false;
  private began: number | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private ticker: ReturnType<typeof setTimeout> | undefined;
  private readonly send: (reports: Reported[]) => Promise<unknown>;

  constructor(line: ToldLine, send: (reports: Reported[]) => Promise<unknown>) {
    this.send = send;
    line.on("accept", () => this.begin());
    line.on("sample", (sample) => this.samples.push(sample));
    line.on("volume", (input, output) => {
      const now = performance.now();
      this.spoke.take(this.isMuted ? 0 : input, now);
      this.heard.take(output, now);
    });
    line.on("warning", (warning) => this.tell({ kind: "warning", warning }));
    line.on("warning-cleared", (warning) => this.tell({ kind: "warning_cleared", warning }));
    line.on("mute", (isMuted) => {
      this.isMuted = isMuted;
      this.tell({ kind: isMuted ? "muted" : "unmuted" });
    });
    line.on("disconnect", () => this.end());
  }

  /** Keys were pressed: only how many is anybody's business. */
  press(digits: string): void {
    this.tell({ kind: "dtmf", keys: digits.length });
  }

  private begin(): void {
    this.began ??= performance.now();
    this.measureLater();
  }

  private measureLater(): void {
    clearTimeout(this.ticker);
    const isNew = performance.now() - (this.began ?? 0) < oftenFor;
    this.ticker = setTimeout(
      () => {
        this.measure();
        this.measureLater();
      },
      isNew ? often : seldom,
    );
  }

  /** Sums up what was measured since the last time. */
  private measure(): void {
    const now = performance.now();
    const rated = this.samples.flatMap(({ mos }) => (mos === null || Number.isNaN(mos) ? [] : [mos]));
    const [spoke, heard] = [this.spoke.cut(now), this.heard.cut(now)];
    if (this.samples.length === 0 && spoke.length === 0 && heard.length === 0) {
      return;
    }
    const line =
      this.samples.length === 0
        ? {}
        : {
            rtt: mean(this.samples.map(({ rtt }) => rtt)),
            jitter: mean(this.samples.map(({ jitter }) => jitter)),
            loss: mean(this.samples.map(({ packetsLostFraction }) => packetsLostFraction)),
          };
    this.samples = [];
    this.tell({ kind: "sample", ...line, ...(rated.length > 0 ? { mos: mean(rated) } : {}), spoke, heard });
  }

  private tell(told: Reported): void {
    this.happened.push({ at: performance.now(), told });
    this.timer ??= setTimeout(() => this.flush(), pause);
  }

  private flush(): void {
    this.timer = undefined;
    const now = performance.now();
    const fresh = this.happened.filter(({ at }) => now - at < latest);
    this.happened = fresh.slice(most);
    if (fresh.length > 0) {
      const reports = fresh
        .slice(0, most)
        .map(({ at, told }) => ({ ...told, ago: Math.round(now - at) }) satisfies Reported);
      this.send(reports).catch(() => undefined); // a journal with a gap is better than one that costs the call
    }
    if (this.happened.length > 0) {
      this.timer = setTimeout(() => this.flush(), pause);
    }
  }

  private end(): void {
    clearTimeout(this.ticker);
    clearTimeout(this.timer);
    this.measure();
    clearTimeout(this.timer);
    this.flush();
  }
}
