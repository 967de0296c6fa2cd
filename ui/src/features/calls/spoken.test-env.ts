import { vi } from "vitest";
import { ApiError } from "@/api/problem";

type Listener = (...args: never[]) => void;

class Emitter {
  private readonly listeners = new Map<string, Listener[]>();

  on(event: string, listener: Listener): void {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener]);
  }

  emit(event: string, ...args: unknown[]): void {
    for (const listener of this.listeners.get(event) ?? []) {
      listener(...(args as never[]));
    }
  }
}

/** How the provider's SDK, the browser and the server fare, for tests of what people are told. */
export const world = {
  /** The SDK's file is not there. */
  sdk: undefined as Error | undefined,
  /** Nothing comes back from the provider. */
  isSilent: false,
  /** What a browser answers that is asked for the microphone. */
  microphone: undefined as DOMException | undefined,
  speaker: undefined as Error | undefined,
  /** What the server refuses, by the command. */
  refuses: {} as Record<string, unknown>,
  reset(): void {
    Object.assign(world, {
      sdk: undefined,
      isSilent: false,
      microphone: undefined,
      speaker: undefined,
      refuses: {},
    });
  },
};

class FakeAudio extends Emitter {
  incoming = vi.fn();
  outgoing = vi.fn();
  disconnect = vi.fn();
  availableInputDevices = new Map([["default", {}]]);
  availableOutputDevices = new Map([
    ["default", {}],
    ["headset", {}],
  ]);
  isOutputSelectionSupported = true;
  inputDevice = null;
  unsetInputDevice = async () => undefined;
  speakerDevices = {
    get: () => new Set([{ deviceId: "default" }]),
    set: () => (world.speaker ? Promise.reject(world.speaker) : Promise.resolve()),
  };
}

class FakeDevice extends Emitter {
  audio = new FakeAudio();
  destroy = vi.fn();

  async register(): Promise<void> {
    if (world.isSilent) {
      await new Promise(() => undefined);
    }
    this.emit("registered");
  }
}

class FakeCall extends Emitter {
  static readonly Codec = {};
}

/** Stands for what loads the SDK. */
export const loadSdk = () =>
  world.sdk ? Promise.reject(world.sdk) : Promise.resolve({ Device: FakeDevice, Call: FakeCall });

const answers: [part: string, answer: object][] = [
  ["list", { rows: [] }],
  ["token", { token: "t", ttl: 3600, here: true }],
];

/** The server, as far as commands go. */
export function answer(command: string): Promise<unknown> {
  const refused = world.refuses[command];
  const given = answers.find(([part]) => command.includes(part))?.[1] ?? { id: "k", status: "ringing" };
  return refused === undefined ? Promise.resolve(given) : Promise.reject(refused);
}

export const refusal = (status: number, detail: string, errors?: Record<string, string[]>) =>
  new ApiError(status, { detail, ...(errors ? { errors } : {}) });

/** A browser with one microphone, whose tabs take turns at the phone. */
export function browser(): void {
  const devices = Object.assign(new EventTarget(), {
    enumerateDevices: async () =>
      world.microphone ? [] : [{ kind: "audioinput", deviceId: "m", label: "M" }],
    getUserMedia: () =>
      world.microphone ? Promise.reject(world.microphone) : Promise.resolve({ getTracks: () => [] }),
  });
  const permission = Object.assign(new EventTarget(), { state: "prompt" });
  Object.defineProperties(navigator, {
    mediaDevices: { configurable: true, value: devices },
    permissions: { configurable: true, value: { query: async () => permission } },
    locks: {
      configurable: true,
      value: { request: async (_: string, __: object, have: () => Promise<void>) => await have() },
    },
  });
}
