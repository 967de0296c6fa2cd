import { phoneWords } from "./messages";

/** Whether the person has allowed it, and there is one: then nothing has to be opened to find out. */
async function isThere(devices: MediaDevices): Promise<boolean> {
  try {
    const leave = await navigator.permissions.query({ name: "microphone" as PermissionName });
    const all = leave.state === "granted" ? await devices.enumerateDevices() : [];
    return all.some((one) => one.kind === "audioinput");
  } catch {
    return false; // this browser does not tell
  }
}

/** Asks for the microphone where the person has not said yet; tells why there is none, else nothing. */
export async function askForMicrophone(): Promise<string | undefined> {
  const devices = navigator.mediaDevices;
  if (!devices?.getUserMedia) {
    return phoneWords.unsupported;
  }
  if (await isThere(devices)) {
    return undefined;
  }
  try {
    const stream = await devices.getUserMedia({ audio: true });
    for (const track of stream.getTracks()) {
      track.stop();
    }
    return undefined;
  } catch (error) {
    return microphoneProblem(error);
  }
}

/** What a browser means that does not give its microphone. */
export function microphoneProblem(error: unknown): string {
  const name = error instanceof DOMException || error instanceof Error ? error.name : "";
  return name === "NotAllowedError" || name === "SecurityError"
    ? phoneWords.allowMicrophone
    : phoneWords.noMicrophone;
}
