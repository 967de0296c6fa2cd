import { expect } from '@playwright/test';
import type { Api } from './api.ts';

export interface SimulatedCall {
  sid: string;
  direction: string;
  from: string;
  to: string;
  status: string;
  /** The sentences that were spoken to the outside party. */
  heard: string[];
  /** The other parties, and the keys that they pressed. */
  legs: { status: string; pressed?: string }[];
}

/** The phone network of the demo, driven as its page drives it. */
export class Simulator {
  constructor(private readonly api: Api) {}

  /** The organization's first number. */
  async number(): Promise<string> {
    const [phone] = await this.api.list<{ phone_number: string }>('twilio_phone', { order: 'name', limit: '1' });
    if (phone === undefined) throw new Error('the demo organization has no number');
    return phone.phone_number;
  }

  async call(from: string): Promise<string> {
    const { sid } = await this.api.post<{ sid: string }>('/simulator/calls', { from, to: await this.number() });
    return sid;
  }

  /** Texts one of our lines, the first where none is named. */
  async text(from: string, body: string, to?: string): Promise<void> {
    await this.api.post('/simulator/texts', { from, to: to ?? (await this.number()), body });
  }

  /** Texts us, and tells the conversation in which the product has it; others may have gone on meanwhile. */
  async ask(from: string, body: string, to?: string): Promise<string> {
    await this.text(from, body, to);
    const asked = async () => {
      const newest = await this.api.list<{ id: string; last_message: string }>('twilio_conversation', { order: '-last_message_at', limit: '20' });
      return newest.find((one) => one.last_message === body)?.id ?? '';
    };
    let id = '';
    await expect.poll(async () => (id = await asked()), `a conversation says: ${body}`).not.toBe('');
    return id;
  }

  /** Turns our texts away, as a provider that has too much to do, or takes them again. */
  async refuse(on: boolean): Promise<void> {
    await this.api.post('/simulator/refuse', { on });
  }

  /** Has all that is asked about calls fail, as a provider that is down, or answers again. Calls that are up go on. */
  async fail(on: boolean): Promise<void> {
    await this.api.post('/simulator/outage', { on });
  }

  /** The bodies of the texts that were sent to somebody, newest first. */
  async sent(): Promise<string[]> {
    const { texts } = await this.api.get<{ texts: { direction: string; body: string }[] }>('/simulator/state');
    return texts.filter((text) => text.direction === 'outbound').map((text) => text.body);
  }

  async hangUp(sid: string): Promise<void> {
    await this.api.post(`/simulator/calls/${sid}/hangup`, {});
  }

  async answer(sid: string): Promise<void> {
    await this.api.post(`/simulator/calls/${sid}/answer`, {});
  }

  /** Has the outside party play a tone, in hertz, so that it can be told who is heard. */
  async plays(sid: string, tone: number): Promise<void> {
    await this.api.post(`/simulator/calls/${sid}/voice`, { tone });
  }

  /** The tones that the outside party hears now; none while nobody is on the phone, as during a reload. */
  async hears(sid: string): Promise<number[]> {
    const heard = await this.api.get<{ tones: number[] }>(`/simulator/calls/${sid}/hearing`).catch((error: Error) => {
      if (error.message.includes(': 409 ')) return { tones: [] };
      throw error;
    });
    return heard.tones.toSorted((a, b) => a - b);
  }

  async calls(): Promise<SimulatedCall[]> {
    return (await this.api.get<{ calls: SimulatedCall[] }>('/simulator/state')).calls;
  }
}
