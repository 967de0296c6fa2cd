import type { Page } from '@playwright/test';

/** From the next load of the page its microphone plays a tone, in hertz, and what its calls play is listened to. */
export async function plays(page: Page, tone: number): Promise<void> {
  await page.addInitScript((hertz) => {
    const audio = new AudioContext();
    navigator.mediaDevices.getUserMedia = async () => {
      const to = audio.createMediaStreamDestination();
      const from = new OscillatorNode(audio, { frequency: hertz });
      from.connect(new GainNode(audio, { gain: 0.25 })).connect(to);
      from.start();
      await audio.resume();
      return to.stream;
    };
    const ear = new AnalyserNode(audio, { fftSize: 8192, smoothingTimeConstant: 0.5 });
    const Native = window.RTCPeerConnection;
    window.RTCPeerConnection = class extends Native {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        this.addEventListener('track', ({ track }) => {
          audio.createMediaStreamSource(new MediaStream([track])).connect(ear);
        });
      }
    };
    Object.assign(window, {
      heardTones: () => {
        const bins = new Float32Array(ear.frequencyBinCount);
        ear.getFloatFrequencyData(bins);
        const width = audio.sampleRate / ear.fftSize;
        const loud: number[] = [];
        bins.forEach((level, i) => {
          if (level > -50 && i * width > 200 && level > (bins[i - 1] ?? -200) && level >= (bins[i + 1] ?? -200)) loud.push(Math.round((i * width) / 50) * 50);
        });
        return [...new Set(loud)];
      },
    });
  }, tone);
}

/** The tones that the page's calls play now. */
export const hears = (page: Page) => page.evaluate(() => (window as unknown as { heardTones: () => number[] }).heardTones());

/** From the next load of the page, what it plays by itself is listened to. */
export async function listens(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const ears = new Map<BaseAudioContext, AnalyserNode>();
    const since = new Map<BaseAudioContext, number>();
    const connect = AudioNode.prototype.connect as (this: AudioNode, to: AudioNode, ...ports: number[]) => AudioNode;
    Object.assign(AudioNode.prototype, {
      connect(this: AudioNode, to: AudioNode, ...ports: number[]) {
        if (to instanceof AudioDestinationNode) {
          const { context } = this;
          const ear = ears.get(context) ?? new AnalyserNode(context, { fftSize: 8192, smoothingTimeConstant: 0 });
          if (!ears.has(context)) context.addEventListener('statechange', () => since.set(context, context.currentTime));
          ears.set(context, ear);
          connect.call(this, ear);
        }
        return connect.call(this, to, ...ports);
      },
    });
    Object.assign(window, {
      /** The loudest tone that is played, in hertz; nothing where it is silent. */
      playedTone: () => {
        for (const [context, ear] of ears) {
          // What a context that was suspended played last is in the ear until new sound has filled it.
          const isStale = context.currentTime < (since.get(context) ?? 0) + ear.fftSize / context.sampleRate;
          if (context.state !== 'running' || isStale) continue;
          const bins = new Float32Array(ear.frequencyBinCount);
          ear.getFloatFrequencyData(bins);
          const loudest = bins.reduce((best, level, i) => (level > (bins[best] ?? Number.NEGATIVE_INFINITY) ? i : best), 0);
          if ((bins[loudest] ?? Number.NEGATIVE_INFINITY) > -60) return Math.round((loudest * context.sampleRate) / ear.fftSize / 10) * 10;
        }
        return 0;
      },
    });
  });
}

/** The tones that the page plays in so many milliseconds, the lowest first. */
export const rings = (page: Page, time: number) =>
  page.evaluate(
    (length) =>
      new Promise<number[]>((done) => {
        const heard = new Set<number>();
        const began = performance.now();
        const hear = () => {
          const tone = (window as unknown as { playedTone: () => number }).playedTone();
          if (tone > 0) heard.add(tone);
          if (performance.now() - began < length) setTimeout(hear, 40);
          else done([...heard].sort((a, b) => a - b));
        };
        hear();
      }),
    time,
  );
