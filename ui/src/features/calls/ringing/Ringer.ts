import { burst, cadence, ringSamples, waitingSamples } from "./samples";

export type Kind = "ring" | "waiting";

/** How often a page that may not sound looks whether it may, or another tab rings, in milliseconds. */
const patience = 500;

const gestures = ["pointerdown", "pointerup", "keydown"] as const;

/** Rings in one tab of the browser: the one that may sound and holds the lock. */
export class Ringer {
  private context: AudioContext | undefined;
  private turn: AbortController | undefined;
  private readonly silence = new Set<() => void>();
  private readonly name: string;
  private readonly refused: (isRefused: boolean) => void;

  /** Names the lock that the tabs share, and tells when the browser lets the page make no sound. */
  constructor(name: string, refused: (isRefused: boolean) => void) {
    this.name = name;
    this.refused = refused;
    for (const gesture of gestures) {
      document.addEventListener(gesture, this.enable, true);
    }
  }

  /** Rings for five seconds, or until it is told otherwise; on a call it beeps once. */
  ring(kind: Kind): void {
    this.hush();
    const turn = new AbortController();
    this.turn = turn;
    this.take(kind, turn.signal).catch(() => undefined); // it was hushed before its turn, or nothing here can sound
  }

  hush(): void {
    this.turn?.abort();
    this.turn = undefined;
    this.refused(false);
  }

  /** Plays the ring once, for who wants to hear it. */
  async test(): Promise<void> {
    if (this.turn || this.silence.size > 0) {
      return;
    }
    const context = this.open();
    await context.resume();
    const stop = this.play("ring", false);
    setTimeout(stop, cadence.on * 1_000);
  }

  /** A gesture lets the page sound; some browsers remember that of a context which was there at the time. */
  readonly enable = (): void => {
    if (this.turn || !this.context) {
      this.open()
        .resume()
        .then(
          () => this.rest(),
          () => undefined,
        );
    }
  };

  close(): void {
    for (const gesture of gestures) {
      document.removeEventListener(gesture, this.enable, true);
    }
    this.hush();
    for (const stop of this.silence) {
      stop();
    }
    this.context?.close().catch(() => undefined);
  }

  private open(): AudioContext {
    this.context ??= new AudioContext();
    return this.context;
  }

  private async take(kind: Kind, turn: AbortSignal): Promise<void> {
    await this.mayPlay(turn);
    await this.alone(turn, async () => {
      const stop = this.play(kind, kind === "ring");
      await aborted(turn); // also after the beep: else the next tab would beep, too
      stop();
    });
  }

  /** Waits until the page may sound. A browser that refuses says nothing: the context is just not running. */
  private async mayPlay(turn: AbortSignal): Promise<void> {
    const context = this.open();
    context.resume().catch(() => undefined);
    let isOver = false;
    const look = setInterval(() => {
      void this.isRinging().then((isElsewhere) => {
        if (!isOver) {
          this.refused(!isElsewhere);
        }
      });
    }, patience);
    try {
      await running(context, turn);
    } finally {
      isOver = true;
      clearInterval(look);
      this.refused(false);
    }
  }

  /** Whether a tab of this browser rings already. */
  private async isRinging(): Promise<boolean> {
    const all = await navigator.locks?.query();
    return all?.held?.some((lock) => lock.name === this.name) === true;
  }

  private async alone(turn: AbortSignal, act: () => Promise<void>): Promise<void> {
    if (!navigator.locks) {
      await act();
      return;
    }
    await navigator.locks.request(this.name, { signal: turn }, act);
  }

  /** Begins to play, and gives what stops it. The sound repeats itself: timers of a page in the background come late. */
  private play(kind: Kind, isRepeated: boolean): () => void {
    const context = this.open();
    const samples = (kind === "ring" ? ringSamples : waitingSamples)(context.sampleRate);
    const buffer = context.createBuffer(1, samples.length, context.sampleRate);
    buffer.getChannelData(0).set(samples);
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.loop = isRepeated;
    const volume = context.createGain();
    source.connect(volume).connect(context.destination);
    source.start();
    if (isRepeated) {
      source.stop(context.currentTime + burst);
    }
    const stop = () => {
      if (this.silence.delete(stop)) {
        volume.gain.setTargetAtTime(0, context.currentTime, 0.005);
        source.stop(context.currentTime + 0.03);
        setTimeout(() => this.rest(), 100);
      }
    };
    this.silence.add(stop);
    return stop;
  }

  /** Lets go of the sound card while there is nothing to play. */
  private rest(): void {
    if (!this.turn && this.silence.size === 0 && this.context?.state === "running") {
      this.context.suspend().catch(() => undefined);
    }
  }
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>((done) => {
    if (signal.aborted) {
      done();
    }
    signal.addEventListener("abort", () => done(), { once: true });
  });

/** Resolves when the context runs; rejects when it is waited for no more. */
function running(context: AudioContext, turn: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    const look = () => {
      if (context.state === "running") {
        context.removeEventListener("statechange", look);
        done();
      }
    };
    context.addEventListener("statechange", look);
    turn.addEventListener("abort", () => {
      context.removeEventListener("statechange", look);
      fail(turn.reason);
    });
    look();
  });
}
