import { atom } from "./jotai";

export type ConnectionPhase = "idle" | "connecting" | "connected" | "reconnecting";

/** The socket's state for the quiet line at the top; written by the realtime layer. */
export const connectionAtom = atom<ConnectionPhase>("idle");
