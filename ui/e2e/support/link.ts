import { createConnection, createServer, type Server as TcpServer, type Socket } from 'node:net';

/** A network between a browser and the server that can be cut and mended. */
export class Link {
  private readonly sockets = new Set<Socket>();
  private whole = true;

  private constructor(
    private readonly server: TcpServer,
    readonly url: string,
  ) {}

  /** Takes a port at once; the target is named when the server is known. */
  static async open(target: () => { host: string; port: number }): Promise<Link> {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const link = new Link(server, `http://127.0.0.1:${address.port}`);
    server.on('connection', (near) => link.carry(near, target()));
    return link;
  }

  /** Drops every connection and refuses new ones. */
  cut(): void {
    this.whole = false;
    for (const socket of this.sockets) socket.destroy();
  }

  /** Lets connections through again. */
  mend(): void {
    this.whole = true;
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((done) => this.server.close(done));
  }

  private carry(near: Socket, target: { host: string; port: number }): void {
    if (!this.whole) {
      near.destroy();
      return;
    }
    const far = createConnection(target);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  }
}
