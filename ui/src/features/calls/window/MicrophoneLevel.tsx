import { useEffect, useState } from "react";
import { LevelMeter } from "@/components/LevelMeter/LevelMeter";
import { microphoneProblem } from "../phone/microphone";
import { words } from "./messages";

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) {
    track.stop();
  }
}

/** Opens a microphone until the signal is aborted. */
async function open(device: string, end: AbortSignal): Promise<MediaStream> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: device === "" ? true : { deviceId: { exact: device } },
  });
  if (end.aborted) {
    stop(stream);
  }
  end.addEventListener("abort", () => stop(stream));
  return stream;
}

/** How loud the microphone hears one, live. */
export function MicrophoneLevel({ device }: { device: string }) {
  const [stream, setStream] = useState<MediaStream>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    const end = new AbortController();
    setProblem(undefined);
    open(device, end.signal).then(
      (opened) => {
        if (!end.signal.aborted) {
          setStream(opened);
        }
      },
      (error: unknown) => {
        if (!end.signal.aborted) {
          setProblem(microphoneProblem(error));
        }
      },
    );
    return () => end.abort();
  }, [device]);
  if (problem !== undefined) {
    return (
      <p role="alert" className="text-danger text-meta">
        {problem}
      </p>
    );
  }
  return <LevelMeter label={words.level} stream={stream} />;
}
