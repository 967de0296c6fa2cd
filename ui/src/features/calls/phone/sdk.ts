import type { Call } from "@twilio/voice-sdk";

/** Calls of which one can be taken while another is up; by itself the SDK ends that one. */
function besideOthers(Calls: typeof Call): typeof Call {
  const Taken = Calls as unknown as new (config: object, options: object) => Call;
  class Beside extends Taken {
    constructor(config: object, options: object) {
      super(config, { ...options, beforeAccept: undefined });
    }
  }
  return Beside as unknown as typeof Call;
}

/**
 * Loads the provider's SDK, which speaks to its server by TLS alone and takes the browser's WebSocket when it is
 * loaded. A page without TLS, which is on this machine, has a server without it: there the SDK is given sockets that
 * go where the page came from.
 */
export async function loadSdk(isHere: boolean): Promise<typeof import("@twilio/voice-sdk")> {
  if (!isHere || location.protocol === "https:") {
    return await import("@twilio/voice-sdk");
  }
  const Native = globalThis.WebSocket;
  class Plain extends Native {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(String(url).replace(`wss://${location.host}/`, `ws://${location.host}/`), protocols);
    }
  }
  globalThis.WebSocket = Plain;
  try {
    return await import("@twilio/voice-sdk");
  } finally {
    globalThis.WebSocket = Native;
  }
}

const soundNames = [
  ...["incoming", "outgoing", "disconnect", "dtmfs", "dtmfh"],
  ...Array.from({ length: 10 }, (_, digit) => `dtmf${digit}`),
];

/** The product rings by itself; the SDK would else fetch its own sounds from elsewhere. */
const silent = Object.fromEntries(soundNames.map((name) => [name, "/sounds/silence.wav"]));

/** How a device of the SDK works here; isHere says that this page's own server is the network. */
export function deviceOptions(Calls: typeof Call, isHere: boolean) {
  return {
    codecPreferences: [Calls.Codec.PCMU, Calls.Codec.Opus],
    allowIncomingWhileBusy: true,
    closeProtection: false,
    maxCallSignalingTimeoutMs: 30_000,
    enableImprovedSignalingErrorPrecision: true,
    logLevel: "silent" as const,
    sounds: silent,
    // Not in the SDK's description: that a call which is taken ends no other one; where its server is, and that nobody is told of how it fares.
    Call: besideOthers(Calls),
    ...(isHere ? { chunderw: location.host, publishEvents: false } : {}),
  };
}
