import { vi } from "vitest";

/** A sound card that plays nothing and tells what it would. */
export class FakeAudio extends EventTarget {
  static all: FakeAudio[] = [];
  /** Whether the browser lets pages sound of themselves. */
  static isAllowed = true;

  state: AudioContextState = "suspended";
  sampleRate = 8_000;
  currentTime = 0;
  sinkId = "";
  destination = {};
  readonly playing = new Set<{ loop: boolean }>();

  constructor() {
    super();
    FakeAudio.all.push(this);
  }

  private become(state: AudioContextState): void {
    this.state = state;
    this.dispatchEvent(new Event("statechange"));
  }

  resume = vi.fn(() => {
    if (FakeAudio.isAllowed) {
      this.become("running");
    }
    return Promise.resolve();
  });
  setSinkId = vi.fn((id: string) => {
    this.sinkId = id;
    return Promise.resolve();
  });
  suspend = vi.fn(async () => this.become("suspended"));
  close = vi.fn(async () => this.become("closed"));
  createBuffer = (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) });
  createGain = () => ({ gain: { setTargetAtTime: () => undefined }, connect: () => undefined });
  createBufferSource() {
    const source = {
      loop: false,
      connect: <T>(to: T) => to,
      start: () => this.playing.add(source),
      stop: (at: number) => {
        const end = () => this.playing.delete(source);
        return at > 1 ? setTimeout(end, at * 1_000) : end();
      },
    };
    return source;
  }
}

/** The locks of a browser, whose holders follow each other. */
export function fakeLocks() {
  const queues = new Map<string, (() => void)[]>();
  const next = (name: string) => queues.get(name)?.[0]?.();
  return {
    query: async () => ({
      held: [...queues].filter(([, all]) => all.length > 0).map(([name]) => ({ name })),
    }),
    request: (name: string, { signal }: { signal: AbortSignal }, act: () => Promise<void>) =>
      new Promise<void>((done, fail) => {
        const queue = queues.get(name) ?? [];
        queues.set(name, queue);
        let isHeld = false;
        const leave = () => {
          const isFirst = queue[0] === take;
          queue.splice(queue.indexOf(take), 1);
          if (isFirst) {
            next(name);
          }
        };
        const take = () => {
          isHeld = true;
          void act().finally(leave).then(done, fail);
        };
        signal.addEventListener("abort", () => {
          if (!isHeld) {
            leave();
            fail(signal.reason);
          }
        });
        queue.push(take);
        if (queue.length === 1) {
          take();
        }
      }),
  };
}
