import { useEffect } from "react";
import { idle } from "@/lib/idle";
import { recall } from "@/lib/storage";
import { connectionAtom, identityAtom, store, useAtomValue } from "@/store";
import { wantedDevicesAtom } from "../phoneSettings";
import { phoneWords } from "./messages";
import { lineKey, phoneAtom, problemAtom, type Softphone } from "./softphone";
import { useTold } from "./useTold";

/** How long a page that has just connected is left to what it shows: a call that is accepted opens the phone sooner. */
const opening = 2_000;

let open: { user: string; phone: Promise<Softphone> } | undefined;

/** The phone of whoever is signed in: what it takes is loaded when it is first wanted. */
function phone(): Promise<Softphone> | undefined {
  const identity = store.get(identityAtom);
  if (!identity || typeof navigator.locks === "undefined") {
    return undefined;
  }
  if (open?.user !== identity.userId) {
    closePhone();
    const { userId, organization } = identity;
    const made = import("./openPhone").then(({ openPhone }) => openPhone(userId, organization.id));
    open = { user: userId, phone: made };
    made.catch(() => {
      open = undefined;
    });
  }
  return open.phone;
}

function closePhone(): void {
  open?.phone.then(
    (one) => one.stop(),
    () => undefined,
  );
  open = undefined;
}

/**
 * Registers this browser's phone while somebody is signed in: at once where it had a line when the page was left, else
 * when the page stands, since the phone takes more to load than the page.
 */
export function usePhone(): void {
  useTold();
  const identity = useAtomValue(identityAtom);
  const user = identity?.viewing ? undefined : identity?.userId;
  const isConnected = useAtomValue(connectionAtom) === "connected";
  const hadLine = user !== undefined && recall(lineKey(user)) !== undefined;
  const devices = useAtomValue(wantedDevicesAtom);
  const isTime = isConnected || hadLine;
  useEffect(() => (user === undefined ? undefined : closePhone), [user]);
  useEffect(() => {
    if (user === undefined || !isTime) {
      return;
    }
    const start = () => {
      phone()?.catch(() => undefined);
    };
    if (recall(lineKey(user)) !== undefined) {
      start();
      return;
    }
    let isLeft = false;
    const timer = setTimeout(() => {
      void idle().then(() => {
        if (!isLeft) {
          start();
        }
      });
    }, opening);
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [user, isTime]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever has the phone reads them by itself
  useEffect(() => {
    open?.phone.then(
      (one) => one.changeDevices(),
      () => undefined,
    );
  }, [devices]);
}

async function prepare(): Promise<string | undefined> {
  try {
    const one = phone();
    return one ? await (await one).prepare() : phoneWords.unsupported;
  } catch {
    return phoneWords.notInitialized; // its code could not be loaded
  }
}

/** Makes the phone ready for a call; tells why it can't be, else nothing. */
export async function preparePhone(): Promise<string | undefined> {
  const problem = await prepare();
  store.set(problemAtom, problem);
  return problem;
}

const notSetUp: ReadonlySet<string | undefined> = new Set([phoneWords.setUpError, phoneWords.notReady]);

/** Makes the phone ready to take a call that rings; tells what is to be done where it can't be, else nothing. */
export async function prepareToTake(): Promise<string | undefined> {
  const problem = await preparePhone();
  return notSetUp.has(problem) ? phoneWords.setUpFirst : problem;
}

/** The same for one that is to be placed. */
export async function prepareToCall(): Promise<string | undefined> {
  const problem = await preparePhone();
  if (problem === phoneWords.notReady) {
    return phoneWords.notReadyToCall;
  }
  return notSetUp.has(problem) ? phoneWords.setUpFirst : problem;
}

const withPhone = (act: (one: Softphone) => void) => {
  phone()?.then(act, () => undefined);
};

/** Has this browser take the call when it is put through. */
export const expectCall = (call: string) => withPhone((one) => one.expect(call));
export const selectLine = (call: string) => withPhone((one) => one.select(call));
export const muteLine = (isMuted: boolean) => withPhone((one) => one.mute(isMuted));
export const pressKeys = (digits: string) => withPhone((one) => one.press(digits));

/** Takes the microphone and the speaker again; false if there is no phone that could. */
export async function resetAudio(): Promise<boolean> {
  try {
    const one = await phone();
    one?.resetAudio();
    return one !== undefined && store.get(phoneAtom).stage !== "failed";
  } catch {
    return false;
  }
}
