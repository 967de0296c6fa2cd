/** A REST client of the product, signed in as one user. */
export class Api {
  private constructor(
    readonly base: string,
    private readonly token: string,
  ) {}

  /** Signs a person of the demo in. */
  static signIn(base: string, user: string, password = 'switchboard'): Promise<Api> {
    return Api.as(base, `${user}@demo.test`, password);
  }

  static async as(base: string, user: string, password: string): Promise<Api> {
    const answer = await fetch(`${base}/v1/oauth2/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: user, password }),
    });
    if (!answer.ok) throw new Error(`sign-in as ${user}: ${answer.status} ${await answer.text()}`);
    const { access_token } = (await answer.json()) as { access_token: string };
    return new Api(base, access_token);
  }

  async get<T>(path: string): Promise<T> {
    return this.send<T>('GET', path);
  }

  async post<T>(path: string, body: unknown): Promise<T> {
    return this.send<T>('POST', path, body);
  }

  /** Sends a form with files. */
  async form<T>(path: string, form: FormData): Promise<T> {
    const answer = await fetch(this.base + path, { method: 'POST', headers: { authorization: `Bearer ${this.token}` }, body: form });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as T;
  }

  async patch<T>(path: string, body: unknown): Promise<T> {
    return this.send<T>('PATCH', path, body);
  }

  async remove(path: string): Promise<void> {
    return this.send('DELETE', path);
  }

  async bytes(path: string): Promise<Buffer> {
    const answer = await fetch(this.base + path, { headers: { authorization: `Bearer ${this.token}` } });
    if (!answer.ok) throw new Error(`GET ${path}: ${answer.status} ${await answer.text()}`);
    return Buffer.from(await answer.arrayBuffer());
  }

  async list<T>(object: string, query: Record<string, string> = {}): Promise<T[]> {
    const { data } = await this.get<{ data: T[] }>(`/v1/object/${object}?${new URLSearchParams(query)}`);
    return data;
  }

  private async send<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(this.base + path, {
      method,
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }
}
