import type { Page, WebSocketRoute } from '@playwright/test';

/** The line between a browser's phone and the phone network, which can be cut, mended and spoken on. */
export class Signalling {
  private isCut = false;
  private last: WebSocketRoute | undefined;
  /** How often the phone connected. */
  connects = 0;
  /** The kinds of what the phone said. */
  readonly asked: string[] = [];

  /** From the next load of the page on. */
  static async of(page: Page): Promise<Signalling> {
    const one = new Signalling();
    await page.routeWebSocket(/\/signal$/, (socket) => {
      if (one.isCut) {
        void socket.close();
        return;
      }
      one.connects++;
      one.last = socket;
      const network = socket.connectToServer();
      socket.onMessage((message) => {
        one.asked.push(/"type":"(\w+)"/.exec(String(message))?.[1] ?? '');
        network.send(message);
      });
    });
    return one;
  }

  async cut(): Promise<void> {
    this.isCut = true;
    await this.last?.close();
    this.last = undefined;
  }

  mend(): void {
    this.isCut = false;
  }

  /** Says to the phone what the network would. */
  says(type: string, payload: object): void {
    this.last?.send(JSON.stringify({ type, version: '1.6', payload }));
  }
}
