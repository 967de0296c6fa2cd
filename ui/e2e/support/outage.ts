import type { BrowserContext, WebSocketRoute } from '@playwright/test';

/**
 * An outage of the server for one browser: pages are still served and read, but there is no socket and no command
 * arrives. It must be made before the page whose socket it is to cut.
 */
export class Outage {
  private isAway = false;
  private readonly sockets = new Set<WebSocketRoute>();

  static async in(context: BrowserContext): Promise<Outage> {
    const outage = new Outage();
    await context.routeWebSocket(/\/socket\.io\//, (socket) => {
      if (outage.isAway) {
        void socket.close();
        return;
      }
      outage.sockets.add(socket);
      socket.connectToServer();
    });
    // Reading, and what signs people in and out, still works: so a page can be loaded while nothing is sent.
    await context.route(/\/(socket\.io|v1)\//, (route) => {
      const request = route.request();
      const isCommand = request.method() !== 'GET' && !request.url().includes('/oauth2/');
      const isCut = outage.isAway && (isCommand || request.url().includes('/socket.io/'));
      return isCut ? route.abort('internetdisconnected') : route.continue();
    });
    return outage;
  }

  async begin(): Promise<void> {
    this.isAway = true;
    for (const socket of this.sockets) await socket.close();
    this.sockets.clear();
  }

  end(): void {
    this.isAway = false;
  }
}
