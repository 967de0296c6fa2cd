import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Server, templateVariable } from './server.ts';

/**
 * Before all tests: lets a server start for the first time and make the demo, and stops it. All others start on copies of
 * its data directory, since to make the demo takes most of a first start's work.
 */
// biome-ignore lint/style/noDefaultExport: Playwright calls the default export
export default async function makeTemplate(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'switchboard-e2e-template-'));
  const server = await Server.start({}, dataDir);
  await server.end('SIGTERM');
  process.env[templateVariable] = dataDir; // the workers inherit it
  return () => rm(dataDir, { recursive: true, force: true });
}
