/** How loud a quiet room is, and a raised voice, in decibels. */
const quiet = -60;
const loud = -10;

/** Gestures that let a page that was loaded again listen by itself. */
const gestures = ["pointerdown", "keydown"] as const;

function levelOf(samples: Float32Array): number {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  const decibels = 10 * Math.log10(power || 1e-12);
  return Math.max(0, Math.min(100, Math.round(((decibels - quiet) / (loud - quiet)) * 100)));
}

/** Tells how loud a stream is, 0 to 100, with each frame until the signal is aborted. */
export function watchLevel(stream: MediaStream, tell: (level: number) => void, end: AbortSignal): void {
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
    context.close().catch(() => undefined);
  });
}
