import { store } from "@/store";
import { phoneSettingsAtom } from "../phoneSettings";
import { Ringer } from "./Ringer";
import { refusedAtom } from "./ringing";

/** Opens the ringer of somebody who is signed in. */
export const openRinger = (user: string) =>
  new Ringer(
    `switchboard.ring.${user}`,
    (isRefused) => store.set(refusedAtom, isRefused),
    () => store.get(phoneSettingsAtom).output_device ?? "",
  );
