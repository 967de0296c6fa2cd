import { useEffect } from "react";
import { command } from "@/realtime";
import { connectionAtom, useAtomValue } from "@/store";
import { microphoneAtom, type PhoneState, phoneAtom } from "./softphone";

/** Before it is told again, where that was not taken. */
const pause = 1_000;

/** What the server is told of a browser's phone; nothing before anything is known. */
export function toldState(stage: PhoneState["stage"], hasMicrophone: boolean | undefined) {
  if (stage === "off" || hasMicrophone === undefined) {
    return undefined;
  }
  return hasMicrophone ? stage : "no_microphone";
}

/**
 * Tells the server how this browser's phone stands, again with each connection: calls ring where
 * one is registered.
 */
export function useTold(): void {
  const { stage } = useAtomValue(phoneAtom);
  const state = toldState(stage, useAtomValue(microphoneAtom));
  const isConnected = useAtomValue(connectionAtom) === "connected";
  useEffect(() => {
    if (!isConnected || state === undefined) {
      return;
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const tell = () =>
      command("phone.state", { state }).then(
        () => {
          if (import.meta.env.MODE === "e2e" && !isOver) {
            document.documentElement.dataset.phoneTold = state;
          }
        },
        () => {
          if (!isOver) {
            timer = setTimeout(() => void tell(), pause);
          }
        },
      );
    void tell();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isConnected, state]);
}
