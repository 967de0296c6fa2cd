import { Link } from './link.ts';
import { Server } from './server.ts';
import { test as base } from './test.ts';

/** For tests that break the server and the network: each has both for itself. */
export const test = base.extend<{ network: { server: Server; link: Link } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's first parameter
  network: async ({}, use) => {
    let target = { host: '127.0.0.1', port: 0 };
    const link = await Link.open(() => target);
    const server = await Server.start({ SWITCHBOARD_ALLOWED_ORIGINS: link.url });
    target = { host: '127.0.0.1', port: Number(new URL(server.url).port) };
    await use({ server, link });
    await link.close();
    await server.stop();
  },
});

export { expect } from './test.ts';
