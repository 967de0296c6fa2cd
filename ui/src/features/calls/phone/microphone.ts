import { wasRefused } from "@/lib/microphone";
import { phoneWords } from "./messages";

/** It was heard: some browsers don't tell that they allow it, and others do so for a while only. */
let wasHeard = false;

async function permission(): Promise<PermissionStatus | undefined> {
  try {
    return await navigator.permissions.query({ name: "microphone" as PermissionName });
  } catch {
    return undefined; // this browser does not tell
  }
}

/** Whether the person has allowed it, and there is one: then nothing has to be opened to find out. */
async function isThere(devices: MediaDevices): Promise<boolean> {
  try {
    const state = (await permission())?.state;
    const all = (await devices.enumerateDevices()).filter((one) => one.kind === "audioinput");
    // Browsers name the devices only of those whom they let use them.
    return (
      state !== "denied" &&
      all.length > 0 &&
      (state === "granted" || wasHeard || all.some((one) => one.label))
    );
  } catch {
    return false;
  }
}

/** Asks for the microphone where the person has not said yet; tells why there is none, else nothing. */
export async function askForMicrophone(): Promise<string | undefined> {
  const devices = navigator.mediaDevices;
  if (!devices?.getUserMedia) {
    return phoneWords.unsupported;
  }
  if (await isThere(devices)) {
    tellWatchers();
    return undefined;
  }
  try {
    const stream = await devices.getUserMedia({ audio: true });
    for (const track of stream.getTracks()) {
      track.stop();
    }
    hear(true);
    return undefined;
  } catch (error) {
    hear(false);
    return microphoneProblem(error);
  }
}

const watchers = new Set<() => void>();

function tellWatchers(): void {
  for (const look of watchers) {
    look();
  }
}

function hear(isHeard: boolean): void {
  wasHeard = isHeard;
  tellWatchers();
}

/** Tells whether the page may use a microphone and there is one, now and whenever that changes; asks nobody. */
export function watchMicrophone(changed: (isThere: boolean) => void): () => void {
  const end = new AbortController();
  const { signal } = end;
  const devices = navigator.mediaDevices;
  if (!devices?.enumerateDevices) {
    changed(false);
    return () => undefined;
  }
  const look = () =>
    void isThere(devices).then((is) => {
      if (!signal.aborted) {
        changed(is);
      }
    });
  watchers.add(look);
  signal.addEventListener("abort", () => watchers.delete(look));
  devices.addEventListener?.("devicechange", look, { signal });
  void permission().then((status) => status?.addEventListener("change", look, { signal }));
  look();
  return () => end.abort();
}

/** What a browser means that does not give its microphone. */
export function microphoneProblem(error: unknown): string {
  return wasRefused(error) ? phoneWords.allowMicrophone : phoneWords.noMicrophone;
}

/** The device is not there, or another program has it. */
const missing: ReadonlySet<string> = new Set(["NotFoundError", "NotReadableError"]);

/** What a browser means that does not go over to another device. */
export function deviceProblem(error: unknown): string {
  const isMicrophone = wasRefused(error) || (error instanceof Error && missing.has(error.name));
  return isMicrophone ? microphoneProblem(error) : phoneWords.unsupported;
}
