import type { Browser, CDPSession } from '@playwright/test';

interface Answer {
  id?: number;
  result?: Record<string, unknown>;
  error?: { message: string };
}

/**
 * A browser's own storage and tabs in which no more of DevTools is switched on than a measurement needs. Playwright's
 * pages have their requests noted with the lines of code that began them: for that V8 parses the scripts a second
 * time, 20 ms of processor time at each start, which nobody's browser spends.
 */
export class Tabs {
  private next = 0;
  private readonly waiting = new Map<number, (answer: Answer) => void>();

  private constructor(
    private readonly tools: CDPSession,
    private readonly context: string,
    readonly base: string,
  ) {
    tools.on('Target.receivedMessageFromTarget', ({ message }) => {
      const answer = JSON.parse(message) as Answer;
      this.waiting.get(answer.id ?? 0)?.(answer);
      this.waiting.delete(answer.id ?? 0);
    });
  }

  /** Tabs of somebody who is signed in, in a browser that has loaded nothing. */
  static async signedIn(browser: Browser, base: string, user: string): Promise<Tabs> {
    const tools = await browser.newBrowserCDPSession();
    const { browserContextId } = await tools.send('Target.createBrowserContext');
    const answer = await fetch(`${base}/v1/oauth2/token`, {
      method: 'POST',
      headers: { origin: base, 'content-type': 'application/json' },
      body: JSON.stringify({ username: `${user}@demo.test`, password: 'switchboard' }),
    });
    if (!answer.ok) throw new Error(`sign-in as ${user}: ${answer.status} ${await answer.text()}`);
    const cookies = answer.headers.getSetCookie().map((text) => {
      const [pair = '', ...rest] = text.split(';').map((part) => part.trim());
      const more = new Map(rest.map((part) => part.split('=', 2) as [string, string | undefined]).map(([key, value]) => [key.toLowerCase(), value]));
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      return { name, value, url: new URL(more.get('path') ?? '/', base).href, httpOnly: more.has('httponly') };
    });
    await tools.send('Storage.setCookies', { cookies, browserContextId });
    return new Tabs(tools, browserContextId, base);
  }

  async open(): Promise<Tab> {
    const { targetId } = await this.tools.send('Target.createTarget', { url: 'about:blank', browserContextId: this.context });
    const { sessionId } = await this.tools.send('Target.attachToTarget', { targetId, flatten: false });
    const send = async (method: string, params: object = {}) => {
      const id = ++this.next;
      const answer = new Promise<Answer>((resolve) => this.waiting.set(id, resolve));
      await this.tools.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params }) });
      const { result = {}, error } = await answer;
      if (error) throw new Error(`${method}: ${error.message}`);
      return result;
    };
    return new Tab(send, async () => void (await this.tools.send('Target.closeTarget', { targetId })));
  }

  async close(): Promise<void> {
    await this.tools.send('Target.disposeBrowserContext', { browserContextId: this.context });
    await this.tools.detach();
  }
}

export class Tab {
  constructor(
    readonly send: (method: string, params?: object) => Promise<Record<string, unknown>>,
    readonly close: () => Promise<void>,
  ) {}

  /** What an expression gives in the page; undefined while the page is on its way. */
  async evaluate<T>(expression: string): Promise<T | undefined> {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', { expression, returnByValue: true });
    return exceptionDetails ? undefined : (result as { value?: T }).value;
  }

  /** Waits until an expression gives something, which it answers. */
  async until<T>(expression: string): Promise<T> {
    const deadline = Date.now() + 60_000;
    for (;;) {
      const found = await this.evaluate<T>(expression).catch(() => undefined); // the page that was left is gone
      if (found) return found;
      if (Date.now() > deadline) throw new Error(`the page never had ${expression}`);
      await new Promise((next) => setTimeout(next, 20));
    }
  }
}
