import { test as base } from '@playwright/test';
import { Api } from './api.ts';
import { Desk } from './desk.ts';
import { Server } from './server.ts';
import { Simulator } from './simulator.ts';

interface Fixtures {
  /** Signs a person in, in a browser of his own; all are closed with the test. */
  desk: (user: string, path?: string) => Promise<Desk>;
  admin: Api;
  /** Lets a person have read all chats that the other tests wrote in. */
  chatsRead: (user: string) => Promise<void>;
  simulator: Simulator;
}

/** Tests share one running product; each makes what it needs. */
export const test = base.extend<Fixtures, { server: Server }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's first parameter
    async ({}, use) => {
      const server = await Server.start();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  admin: async ({ server }, use) => {
    await use(await Api.signIn(server.url, 'admin'));
  },
  chatsRead: async ({ server }, use) => {
    await use(async (user) => {
      const api = await Api.signIn(server.url, user);
      for (const { id, last_number } of await api.list<{ id: string; last_number: number }>('chat', { limit: '50' })) {
        await api.post(`/v1/chat/${id}/read`, { number: last_number });
      }
    });
  },
  simulator: async ({ admin }, use) => {
    const simulator = new Simulator(admin);
    await use(simulator);
    // What still rings would ring in the next test.
    for (const { sid, status } of await simulator.calls()) {
      if (!['completed', 'busy', 'failed', 'no-answer', 'canceled'].includes(status)) await simulator.hangUp(sid).catch(() => undefined);
    }
  },
  desk: async ({ browser, server }, use) => {
    const open: Desk[] = [];
    await use(async (user, path) => {
      const desk = await Desk.signIn(browser, server.url, user, path, 'when asked');
      open.push(desk);
      return desk;
    });
    for (const desk of open) await desk.close();
  },
});

export { expect } from '@playwright/test';
