import { phoneWords } from "../phone/messages";
import { burst, cadence, outgoingSamples, ringSamples, waitingSamples } from "./samples";

export type Kind = "ring" | "waiting" | "outgoing";

const samplesOf = { ring: ringSamples, waiting: waitingSamples, outgoing: outgoingSamples };
/** How long each sounds where it is played once, in seconds. */
const lengthOf = { ring: cadence.on, waiting: 0.4, outgoing: 0.6 };

/** A context can be led to a device in most browsers, and not in all. */
type Led = AudioContext & { setSinkId?: (id: string) => Promise<void>; sinkId?: string };

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
  private readonly output: () => string;

  /**
   * Names the lock that the tabs share, and tells when the browser lets the page make no sound. The output is the id of
   * the device that is to sound, "" for the system's.
   */
  constructor(name: string, refused: (isRefused: boolean) => void, output: () => string = () => "") {
    this.name = name;
    this.refused = refused;
    this.output = output;
    for (const gesture of gestures) {
      document.addEventListener(gesture, this.enable, true);
    }
  }

  /** Rings for five seconds, or on and on, until it is told otherwise; on a call it beeps once. */
  ring(kind: Kind, isOnAndOn = false): void {
    this.hush();
    const turn = new AbortController();
    this.turn = turn;
    this.take(kind, turn.signal, isOnAndOn).catch(() => undefined); // it was hushed before its turn, or nothing here can sound
  }

  hush(): void {
    this.turn?.abort();
    this.turn = undefined;
    this.refused(false);
  }

  /** Plays a sound once, by the device that is named; throws where the browser can't lead it there. */
  async once(kind: Kind, output = this.output()): Promise<void> {
    if (this.turn || this.silence.size > 0) {
      return;
    }
    const context = this.open();
    await context.resume();
    await lead(context, output);
    const stop = this.play(kind);
    setTimeout(stop, lengthOf[kind] * 1_000);
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

  private async take(kind: Kind, turn: AbortSignal, isOnAndOn: boolean): Promise<void> {
    await this.mayPlay(turn);
    await this.alone(turn, async () => {
      // A device that is gone is no reason for silence.
      await lead(this.open(), this.output()).catch(() => lead(this.open(), "").catch(() => undefined));
      const stop = this.play(
        kind,
        kind === "ring" ? (isOnAndOn ? Number.POSITIVE_INFINITY : burst) : undefined,
      );
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

  /**
   * Begins to play, again and again for so many seconds where they are given, and gives what stops it. The sound repeats
   * itself: timers of a page in the background come late.
   */
  private play(kind: Kind, seconds?: number): () => void {
    const context = this.open();
    const samples = samplesOf[kind](context.sampleRate);
    const buffer = context.createBuffer(1, samples.length, context.sampleRate);
    buffer.getChannelData(0).set(samples);
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.loop = seconds !== undefined;
    const volume = context.createGain();
    source.connect(volume).connect(context.destination);
    source.start();
    if (seconds !== undefined && Number.isFinite(seconds)) {
      source.stop(context.currentTime + seconds);
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

/** Has a context sound by a device, "" being the system's. */
async function lead(context: Led, output: string): Promise<void> {
  if ((context.sinkId ?? "") === output) {
    return;
  }
  if (!context.setSinkId) {
    throw new Error(phoneWords.unsupported);
  }
  await context.setSinkId(output);
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
