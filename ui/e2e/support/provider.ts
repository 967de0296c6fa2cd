import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const client = { id: 'switchboard-e2e', secret: 'provider-secret-42' };

/** Another system, which asks people whether they let Switchboard in (RFC 6749 with the proof key of RFC 7636). */
export class Provider {
  readonly client = client;
  private readonly asked = new Map<string, URLSearchParams>();
  private readonly refresh = new Set<string>();
  private readonly server = createServer((request, response) => void this.answer(request, response));
  url = '';

  static async start(): Promise<Provider> {
    const provider = new Provider();
    await new Promise<void>((ready) => provider.server.listen(0, '127.0.0.1', ready));
    provider.url = `http://127.0.0.1:${(provider.server.address() as AddressInfo).port}`;
    return provider;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
    if (pathname === '/services/oauth2/authorize') this.ask(searchParams, response);
    else if (pathname === '/services/oauth2/token') this.give(await bodyOf(request), response);
    else response.writeHead(404).end();
  }

  private ask(q: URLSearchParams, response: ServerResponse): void {
    if (q.get('client_id') !== client.id || q.get('code_challenge_method') !== 'S256') {
      response.writeHead(400).end('bad request');
      return;
    }
    const code = randomUUID();
    this.asked.set(code, q);
    const back = (query: Record<string, string>) => `${q.get('redirect_uri')}?${new URLSearchParams({ ...query, state: q.get('state') ?? '' })}`.replaceAll('&', '&amp;');
    response.writeHead(200, { 'content-type': 'text/html' }).end(
      `<!doctype html><title>Provider</title><h1>Allow access?</h1><a href="${back({ code })}">Allow</a>
       <a href="${back({ error: 'access_denied', error_description: 'end-user denied <b>authorization</b>' })}">Deny</a>`,
    );
  }

  private give(form: URLSearchParams, response: ServerResponse): void {
    const asked = this.asked.get(form.get('code') ?? '');
    this.asked.delete(form.get('code') ?? '');
    const proof = createHash('sha256').update(form.get('code_verifier') ?? '').digest('base64url');
    const isGood = form.get('grant_type') === 'refresh_token' ? this.refresh.delete(form.get('refresh_token') ?? '') : asked?.get('code_challenge') === proof;
    if (!isGood || form.get('client_secret') !== client.secret) {
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}');
      return;
    }
    const next = randomUUID();
    this.refresh.add(next);
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ access_token: randomUUID(), token_type: 'Bearer', refresh_token: next, instance_url: 'https://acme.my.salesforce.com' }));
  }
}

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return new URLSearchParams(text);
}
