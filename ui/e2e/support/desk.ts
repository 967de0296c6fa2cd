import { type Browser, type BrowserContext, type ConsoleMessage, expect, type Locator, type Page } from '@playwright/test';

/** What the page says of its connection (attributes of <html>). */
export interface Connection {
  socket: string;
  recovered: boolean;
  connects: number;
  seqs: number[];
}

interface Choice {
  memberships?: { organization: { id: string; name: string } }[];
}

/** Runs in a page: what other places need is loaded when loadAhead is called, and then without waiting for the page to be idle. */
function waitToBeAsked(): void {
  const whenIdle = window.requestIdleCallback;
  const mayLoadAhead = new Promise<void>((resolve) => {
    Object.assign(window, {
      loadAhead: () => {
        window.requestIdleCallback = (work) => window.setTimeout(work, 0, { didTimeout: false, timeRemaining: () => 10 });
        resolve();
      },
      loadedAhead: () => {
        window.requestIdleCallback = whenIdle;
      },
    });
  });
  Object.assign(window, { mayLoadAhead });
}

/** Signs in; who belongs to several organizations, in the demo's. */
async function enter(context: BrowserContext, user: string, organization?: string): Promise<void> {
  const data = { username: `${user}@demo.test`, password: 'switchboard', ...(organization === undefined ? {} : { organization }) };
  const answer = await context.request.post('/v1/oauth2/token', { data });
  if (!answer.ok()) throw new Error(`sign-in as ${user}: ${answer.status()} ${await answer.text()}`);
  const { memberships } = (await answer.json()) as Choice;
  const demo = memberships?.find((one) => one.organization.name === 'Harbor & Pine Outfitters');
  if (demo) await enter(context, user, demo.organization.id);
}

/** One person in front of a browser of his own. */
export class Desk {
  private readonly seen: { method: string; path: string }[] = [];
  private readonly faults: string[] = [];

  private constructor(
    readonly page: Page,
    readonly context: BrowserContext,
  ) {
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (!url.pathname.startsWith('/socket.io')) this.seen.push({ method: request.method(), path: url.pathname });
    });
    page.on('pageerror', (error) => this.faults.push(error.message));
    page.on('console', (message) => {
      if (message.type() !== 'error' || away(message) || met(message)) return;
      this.faults.push(message.text());
    });
  }

  /**
   * Opens a browser that is signed in (by REST: the sign-in page has tests of its own) and waits for the live connection.
   * What other places need is loaded ahead as everywhere, or only when the test calls loaded() or mark(): it takes as
   * long as opening the page.
   */
  static async signIn(browser: Browser, base: string, user: string, path = '/live/active_calls', ahead: 'at once' | 'when asked' = 'at once'): Promise<Desk> {
    const context = await browser.newContext({ baseURL: base });
    // A browser that draws no windows says no to notices before anybody asks for them.
    await context.addInitScript(() => Object.defineProperty(Notification, 'permission', { configurable: true, get: () => 'default' }));
    if (ahead === 'when asked') await context.addInitScript(waitToBeAsked);
    const desk = new Desk(await context.newPage(), context);
    await enter(context, user);
    await desk.page.goto(path);
    // A pointer that never moved counts as in the corner, over the navigation.
    await desk.page.mouse.move(680, 480);
    await desk.connected();
    return desk;
  }

  /** Waits until the socket is connected and the person's own counts are known. */
  async connected(): Promise<void> {
    const html = this.page.locator('html');
    await expect(html).toHaveAttribute('data-socket', 'connected', { timeout: 20_000 });
    await expect(html).toHaveAttribute('data-topics', /(^| )me( |$)/);
  }

  /** Has the code of all places loaded and waits for that. A page that does so at once does it when it is idle: file by file, a second each where it hardly is. */
  async loaded(): Promise<void> {
    await this.page.evaluate(() => (window as { loadAhead?: () => void }).loadAhead?.());
    await expect(this.page.locator('html')).toHaveAttribute('data-loaded', 'all', { timeout: 90_000 });
    await this.page.evaluate(() => (window as { loadedAhead?: () => void }).loadedAhead?.());
  }

  async connection(): Promise<Connection> {
    return this.page.evaluate(() => {
      const data = document.documentElement.dataset;
      return {
        socket: data['socket'] ?? '',
        recovered: data['recovered'] === 'true',
        connects: Number(data['connects'] ?? '0'),
        seqs: (data['seqs'] ?? '')
          .split(',')
          .filter((s) => s !== '')
          .map(Number),
      };
    });
  }

  /** Waits for connect number n, and says how it stands. */
  async reconnected(n: number): Promise<Connection> {
    await expect
      .poll(async () => (await this.connection()).connects, { timeout: 30_000 })
      .toBeGreaterThanOrEqual(n);
    await this.connected();
    return this.connection();
  }

  async go(path: string): Promise<void> {
    await this.page.goto(path);
    await this.connected();
  }

  /** Chooses what can be done with a record from the menu of its page. */
  async more(action: string): Promise<void> {
    await this.page.getByRole('button', { name: 'More actions' }).click();
    await this.page.getByRole('menuitem', { name: action }).click();
  }

  alert(): Locator {
    return this.page.getByRole('alertdialog');
  }

  /** The badge of an entry of the navigation. */
  badge(entry: string): Locator {
    return this.page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${entry}`) }).locator('[data-badge]');
  }

  /** What the badge of an entry of the navigation counts; none counts nothing. */
  async count(entry: string): Promise<number> {
    const [text = '0'] = await this.badge(entry).allTextContents();
    return Number(text);
  }

  /** Waits until the page has read what it shows and its phone is registered, and forgets the requests so far; requests() then gives those since. */
  async mark(): Promise<void> {
    await this.loaded();
    await expect(this.page.locator('html')).toHaveAttribute('data-phone', /ready|failed/, { timeout: 60_000 });
    await this.page.waitForLoadState('networkidle');
    this.seen.length = 0;
  }

  requests(): string[] {
    return this.seen.map((r) => `${r.method} ${r.path}`);
  }

  /** Requests that read lists or records: a live screen makes none. */
  reads(): string[] {
    return this.seen
      .filter((r) => r.path.startsWith('/v1/') && (r.method === 'GET' || r.path === '/v1/query'))
      .map((r) => `${r.method} ${r.path}`);
  }

  /** What went wrong inside the page. */
  errors(): string[] {
    return this.faults;
  }

  async close(): Promise<void> {
    await this.context.close();
  }
}

/** The browser tells of a network that was cut: of a request, or of a socket that was about to connect. */
function away(message: ConsoleMessage): boolean {
  return /ERR_|^WebSocket connection to .*: Connection closed before receiving a handshake/.test(message.text());
}

/** Two browsers of a person wrote his tabs at once: the later one is refused, and writes again. */
function met(message: ConsoleMessage): boolean {
  return message.text().includes('412') && message.location().url.endsWith('/v1/object/user');
}

/** Asserts that seqs rise strictly: each change once, and in order. */
export function expectRising(seqs: number[]): void {
  for (let i = 1; i < seqs.length; i++) {
    expect(seqs[i], `change ${i} of ${seqs.join(',')}`).toBeGreaterThan(seqs[i - 1] ?? 0);
  }
}
