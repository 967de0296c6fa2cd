import type { Page } from '@playwright/test';

interface Faked {
  unplugMicrophone: (name: string) => void;
  plugInMicrophone: (name: string, tone: number) => void;
  refuseMicrophones: () => void;
}

/** From the next load of the page it has these microphones, the first for the system's, each of which plays a tone, in hertz. */
export async function hasMicrophones(page: Page, tones: Record<string, number>): Promise<void> {
  await page.addInitScript((given) => {
    const audio = new AudioContext();
    const plugged = new Map(Object.entries(given));
    const tracks = new Map<string, Set<MediaStreamTrack>>();
    const devices = navigator.mediaDevices;
    let isRefused = false;
    const before = devices.getUserMedia.bind(devices); // what listens to the page begins with it
    const native = devices.enumerateDevices.bind(devices);
    const input = (deviceId: string, label: string) => ({ kind: 'audioinput', deviceId, label, groupId: deviceId }) as MediaDeviceInfo;
    devices.enumerateDevices = async () => [
      ...(plugged.size > 0 ? [input('default', 'Default'), ...[...plugged.keys()].map((name) => input(name, name))] : []),
      ...(await native()).filter((one) => one.kind !== 'audioinput'),
    ];
    devices.getUserMedia = async (wanted) => {
      const constraint = (wanted?.audio as MediaTrackConstraints | undefined)?.deviceId as { exact?: string } | undefined;
      const asked = constraint?.exact ?? 'default';
      const name = asked === 'default' ? [...plugged.keys()][0] : asked;
      if (isRefused) throw new DOMException('no', 'NotAllowedError');
      const tone = name === undefined ? undefined : plugged.get(name);
      if (name === undefined || tone === undefined) throw new DOMException('none', 'NotFoundError');
      const to = audio.createMediaStreamDestination();
      const from = new OscillatorNode(audio, { frequency: tone });
      from.connect(new GainNode(audio, { gain: 0.25 })).connect(to);
      from.start();
      await Promise.all([audio.resume(), before({ audio: true })]);
      const had = tracks.get(name) ?? new Set();
      for (const track of to.stream.getTracks()) had.add(track);
      tracks.set(name, had);
      return to.stream;
    };
    /** A browser ends the sound of what is gone, and tells of it. */
    const end = (name: string) => {
      for (const track of tracks.get(name) ?? []) {
        track.stop();
        track.dispatchEvent(new Event('ended'));
      }
      tracks.delete(name);
    };
    const changed = () => devices.dispatchEvent(new Event('devicechange'));
    Object.assign(window, {
      unplugMicrophone: (name: string) => {
        plugged.delete(name);
        end(name);
        changed();
      },
      plugInMicrophone: (name: string, tone: number) => {
        plugged.set(name, tone);
        changed();
      },
      refuseMicrophones: () => {
        isRefused = true;
        for (const name of tracks.keys()) end(name);
      },
    });
  }, tones);
}

export const unplug = (page: Page, name: string) => page.evaluate((one) => (window as unknown as Faked).unplugMicrophone(one), name);

export const plugIn = (page: Page, name: string, tone: number) =>
  page.evaluate(([one, hertz]) => (window as unknown as Faked).plugInMicrophone(one, hertz), [name, tone] as const);

/** The person takes the leave to use a microphone back: what is heard of one ends. */
export const refuse = (page: Page) => page.evaluate(() => (window as unknown as Faked).refuseMicrophones());
