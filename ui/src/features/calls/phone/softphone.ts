import { atom } from "@/store";

/** What this browser's phone has to do with a call: put through, or up. */
interface Line {
  /** The call's id. */
  call: string;
  isUp: boolean;
  isMuted: boolean;
  /** Its sound or its signalling went, and the phone brings both back. */
  isReconnecting: boolean;
}

export interface PhoneState {
  stage: "off" | "starting" | "ready" | "failed";
  /** Why there is none, for the person. */
  problem?: string | undefined;
  line?: Line | undefined;
}

/** A phone in the browser. All tabs of one browser share one: it lives in one of them, and the others ask it. */
export interface Softphone {
  /** Makes ready what a call needs: the microphone, and that one can be reached. Tells why it can't be, else nothing. */
  prepare(): Promise<string | undefined>;
  /** Has the phone take this call by itself when it is put through. */
  expect(call: string): void;
  /** One speaks on this call from now on, of those that the phone has: mute, keys and hanging up are of it. */
  select(call: string): void;
  mute(isMuted: boolean): void;
  /** Sends keys of the keypad. */
  press(digits: string): void;
  /** Speaks and hears by the devices that are wanted now. */
  changeDevices(): void;
  /** Takes the microphone and the speaker again. */
  resetAudio(): void;
  /** Lets go of the line, whatever the server says. */
  hangUp(): void;
  stop(): void;
}

/** Where what takes a line back is kept, beyond the page's life. */
export const lineKey = (user: string) => `phone.line.${user}`;

/** Whether the page may use a microphone and there is one; undefined before that is known. */
export const microphoneAtom = atom<boolean | undefined>(undefined);

export const phoneAtom = atom<PhoneState>({ stage: "off" });

/** Why the phone was not ready when it was to be made so last. */
export const problemAtom = atom<string | undefined>(undefined);

/** Whether this browser's phone can take and place calls; undefined while nothing speaks against it yet. */
export const isSetUpAtom = atom((get): boolean | undefined => {
  const { stage } = get(phoneAtom);
  const hasMicrophone = get(microphoneAtom);
  if (stage === "ready" && hasMicrophone !== false) {
    return true;
  }
  return stage === "failed" || hasMicrophone === false || get(problemAtom) !== undefined ? false : undefined;
});
