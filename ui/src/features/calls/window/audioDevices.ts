import { useCallback, useEffect, useState } from "react";
import { phoneWords } from "../phone/messages";
import { askForMicrophone } from "../phone/microphone";

export interface AudioDevice {
  id: string;
  label: string;
}

interface Found {
  inputs: readonly AudioDevice[];
  outputs: readonly AudioDevice[];
  /** Browsers name no device before they may listen. */
  isAllowed: boolean;
}

/** Names that stand for the system's choice, whatever that is. */
const unnamed: ReadonlySet<string> = new Set(["", "default", "communications"]);

async function find(): Promise<Found> {
  const all = await navigator.mediaDevices.enumerateDevices();
  const of = (kind: MediaDeviceKind) =>
    all
      .filter((one) => one.kind === kind && !unnamed.has(one.deviceId))
      .map(({ deviceId: id, label }) => ({ id, label: label || id.slice(0, 8) }));
  const isAllowed = all.some(({ kind, label }) => kind === "audioinput" && label !== "");
  return { inputs: of("audioinput"), outputs: of("audiooutput"), isAllowed };
}

/** Whether the person has said no already: to ask again would show nothing. */
async function isRefused(): Promise<boolean> {
  try {
    const leave = await navigator.permissions.query({ name: "microphone" as PermissionName });
    return leave.state === "denied";
  } catch {
    return false; // this browser does not tell
  }
}

/** The microphones and speakers of this computer, as they come and go. */
export function useAudioDevices() {
  const [found, setFound] = useState<Found>();
  const [problem, setProblem] = useState<string>();

  const look = useCallback(async () => {
    if (!navigator.mediaDevices?.enumerateDevices) {
      setProblem(phoneWords.unsupported);
      return;
    }
    try {
      const now = await find();
      setFound(now);
      setProblem(!now.isAllowed && (await isRefused()) ? phoneWords.allowMicrophone : undefined);
    } catch {
      setProblem(phoneWords.noMicrophone);
    }
  }, []);

  useEffect(() => {
    void look();
    const devices = navigator.mediaDevices;
    const onChange = () => void look();
    devices?.addEventListener?.("devicechange", onChange);
    return () => devices?.removeEventListener?.("devicechange", onChange);
  }, [look]);

  /** Asks for the microphone, so that devices have names. */
  const ask = async () => {
    const refused = await askForMicrophone();
    await look();
    setProblem(refused);
  };
  return {
    inputs: found?.inputs ?? [],
    outputs: found?.outputs ?? [],
    isKnown: found !== undefined || problem !== undefined,
    isAllowed: found?.isAllowed === true,
    problem,
    ask,
  };
}
