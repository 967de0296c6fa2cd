import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

// Measurements compare two builds.
const binary = process.env['SWITCHBOARD_BINARY'] ?? resolve(import.meta.dirname, '../../../bin/switchboard-e2e');

/** The environment's name for the data directory that new ones are copies of; where it is unset, they begin empty. */
export const templateVariable = 'SWITCHBOARD_E2E_TEMPLATE';

/** One running product: the built binary on embedded defaults, with a data directory of its own. */
export class Server {
  private process: ChildProcess | undefined;
  private log = '';
  private dsn: string | undefined;

  private constructor(
    readonly url: string,
    readonly dataDir: string,
    private readonly address: string,
    private readonly settings: Record<string, string>,
  ) {}

  static async start(settings: Record<string, string> = {}, given?: string): Promise<Server> {
    const port = await freePort();
    const dataDir = given ?? (await newDataDir());
    const server = new Server(`http://127.0.0.1:${port}`, dataDir, `127.0.0.1:${port}`, settings);
    await server.up();
    await server.says('demo history stands');
    return server;
  }

  /** Starts the process and waits until it is ready. */
  async up(): Promise<void> {
    const child = spawn(binary, ['serve'], {
      env: {
        ...process.env,
        SWITCHBOARD_ADDR: this.address,
        SWITCHBOARD_DATA_DIR: this.dataDir,
        ...this.settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const keep = (chunk: Buffer) => {
      this.log = (this.log + chunk.toString()).slice(-200_000);
      this.dsn = [...this.log.matchAll(/embedded database runs" dsn="?([^\s"]+)"?\s/g)].at(-1)?.[1] ?? this.dsn;
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    this.process = child;
    const deadline = Date.now() + 40_000;
    for (;;) {
      if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${this.log}`);
      const ready = await fetch(`${this.url}/readyz`).then(
        (r) => r.ok,
        () => false,
      );
      if (ready) return;
      if (Date.now() > deadline) throw new Error(`the server is not ready:\n${this.log}`);
      await new Promise((next) => setTimeout(next, 50));
    }
  }

  /** Waits until the log holds a text. */
  async says(text: string): Promise<void> {
    const deadline = Date.now() + 30_000;
    while (!this.log.includes(text)) {
      if (Date.now() > deadline) throw new Error(`the server never said "${text}":\n${this.log}`);
      await new Promise((next) => setTimeout(next, 20));
    }
  }

  /** Kills the process as a crash would (SIGKILL) and waits until it is gone. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** Ends the process and removes its data. */
  async stop(): Promise<void> {
    await this.end('SIGTERM');
    await rm(this.dataDir, { recursive: true, force: true });
  }

  /** What the server has printed. */
  output(): string {
    return this.log;
  }

  /** The address of the embedded database, as the server's log named it when it started last. */
  database(): string {
    if (this.dsn === undefined) throw new Error(`the log names no database:\n${this.log}`);
    return this.dsn;
  }

  /** Ends the process; its data stay. */
  async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.process;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((done) => child.once('exit', done));
    child.kill(signal);
    await gone;
  }
}

async function newDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'switchboard-e2e-'));
  const template = process.env[templateVariable];
  // The database's files belong to a user of their own, whom Node's own copying would not keep.
  if (template !== undefined) await promisify(execFile)('cp', ['-a', `${template}/.`, dataDir]);
  return dataDir;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done));
  const address = probe.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  await new Promise((done) => probe.close(done));
  return address.port;
}
