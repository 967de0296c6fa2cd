import { test as base } from '@playwright/test';
import { Api } from './api.ts';
import { Desk } from './desk.ts';
import { Server } from './server.ts';
import { Simulator } from './simulator.ts';

interface Fixtures {
  /** Signs a person in, in a browser of his own; all are closed with the test. */
  desk: (user: string, path?: string) => Promise<Desk>;
  admin: Api;
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
  simulator: async ({ admin }, use) => {
    await use(new Simulator(admin));
  },
  desk: async ({ browser, server }, use) => {
    const open: Desk[] = [];
    await use(async (user, path) => {
      const desk = await Desk.signIn(browser, server.url, user, path);
      open.push(desk);
      return desk;
    });
    for (const desk of open) await desk.close();
  },
});

export { expect } from '@playwright/test';
