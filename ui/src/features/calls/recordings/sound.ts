import { requestBytes } from "@/api";

/** A recording that was fetched and decoded. */
export interface Sound {
  /** Where the page has its bytes. */
  url: string;
  /** In seconds. */
  length: number;
  /** How loud it is in each of so many parts, 0 to 1. */
  peaks: readonly number[];
}

/** How many bars a waveform has. */
const bars = 120;

/** The loudest of each part; the loudest of all is 1, unless nothing is to be heard. */
export function peaksOf(samples: Float32Array, count: number): number[] {
  const size = Math.max(1, Math.floor(samples.length / count));
  const peaks = Array.from({ length: count }, (_, bar) => {
    let peak = 0;
    for (let at = bar * size; at < Math.min((bar + 1) * size, samples.length); at++) {
      peak = Math.max(peak, Math.abs(samples[at] ?? 0));
    }
    return peak;
  });
  const loudest = Math.max(0.02, ...peaks);
  return peaks.map((peak) => peak / loudest);
}

/** Fetches and decodes a recording, by the server alone. */
export async function fetchSound(sid: string, signal: AbortSignal): Promise<Sound> {
  const bytes = await requestBytes(`/v1/twilio/recording/${encodeURIComponent(sid)}`, signal);
  const blob = new Blob([bytes], { type: "audio/mpeg" });
  const decoded = await new OfflineAudioContext(1, 1, 16_000).decodeAudioData(bytes);
  return {
    url: URL.createObjectURL(blob),
    length: decoded.duration,
    peaks: peaksOf(decoded.getChannelData(0), bars),
  };
}
