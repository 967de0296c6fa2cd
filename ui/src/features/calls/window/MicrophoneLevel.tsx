import { useEffect, useRef, useState } from "react";
import { microphoneProblem } from "../phone/microphone";
import { words } from "./messages";

/** How loud a quiet room is, and a raised voice, in decibels. */
const quiet = -60;
const loud = -10;

/** Gestures that let a page that was loaded anew listen by itself. */
const gestures = ["pointerdown", "keydown"] as const;

function levelOf(samples: Float32Array): number {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  const decibels = 10 * Math.log10(power || 1e-12);
  return Math.max(0, Math.min(100, Math.round(((decibels - quiet) / (loud - quiet)) * 100)));
}

/** Listens to a microphone, and tells its level with each frame; what it gives stops it. */
async function listen(device: string, tell: (level: number) => void, end: AbortSignal): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: device === "" ? true : { deviceId: { exact: device } },
  });
  const stop = () => {
    for (const track of stream.getTracks()) {
      track.stop();
    }
  };
  if (end.aborted) {
    stop();
    return;
  }
  const context = new AudioContext();
  const ear = new AnalyserNode(context, { fftSize: 1024 });
  context.createMediaStreamSource(stream).connect(ear);
  const samples = new Float32Array(ear.fftSize);
  const resume = () => void context.resume().catch(() => undefined);
  resume();
  for (const gesture of gestures) {
    document.addEventListener(gesture, resume, { signal: end });
  }
  let frame = 0;
  const look = () => {
    ear.getFloatTimeDomainData(samples);
    tell(levelOf(samples));
    frame = requestAnimationFrame(look);
  };
  look();
  end.addEventListener("abort", () => {
    cancelAnimationFrame(frame);
    stop();
    context.close().catch(() => undefined);
  });
}

/** How loud the microphone hears one, live. */
export function MicrophoneLevel({ device }: { device: string }) {
  const meter = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    const end = new AbortController();
    setProblem(undefined);
    const tell = (level: number) => {
      meter.current?.setAttribute("aria-valuenow", String(level));
      if (bar.current) {
        bar.current.style.transform = `scaleX(${level / 100})`;
      }
    };
    listen(device, tell, end.signal).catch((error: unknown) => {
      if (!end.signal.aborted) {
        setProblem(microphoneProblem(error));
      }
    });
    return () => end.abort();
  }, [device]);
  if (problem !== undefined) {
    return (
      <p role="alert" className="text-danger text-meta">
        {problem}
      </p>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers draw a meter element each in a way of its own
    <div
      ref={meter}
      role="meter"
      aria-label={words.level}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={0}
      className="h-2 overflow-hidden rounded-full bg-n5"
    >
      <div ref={bar} className="h-full origin-left scale-x-0 rounded-full bg-success-solid" />
    </div>
  );
}
