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
