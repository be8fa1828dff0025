import type { Answer, TestApp } from '../../support/test-app.ts';
import { readAnswer } from '../../support/test-app.ts';

export const PASSWORD = 'violet-harbor-cactus-91';

interface Sent {
  body?: unknown;
  headers?: Record<string, string>;
}

/** Over the network, from this address according to a trusted proxy. */
interface From {
  port: number;
  address: string;
}

/** A browser on a page of the server: it keeps cookies and sends the page's origin. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly origin: string;
  readonly #app: TestApp;
  readonly #from: From | undefined;

  constructor(app: TestApp, from?: From) {
    this.#app = app;
    this.#from = from;
    // Passkeys belong to a name, not to an IP address.
    this.origin = new URL(app.deps.baseUrl).origin;
  }

  async send(method: string, path: string, { body, headers = {} }: Sent = {}): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const request = new Request(
      `${this.#from === undefined ? this.origin : `http://127.0.0.1:${this.#from.port}`}${path}`,
      {
        method,
        redirect: 'manual',
        headers: {
          origin: this.origin,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(cookie !== '' && { cookie }),
          host: new URL(this.origin).host,
          ...(this.#from && { 'x-forwarded-for': this.#from.address }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      },
    );
    const response = await (this.#from === undefined ? this.#app.http.handle(request) : fetch(request));
    for (const set of response.headers.getSetCookie()) this.#keep(set);
    return readAnswer(response);
  }

  post(path: string, body: unknown = {}, headers?: Record<string, string>): Promise<Answer> {
    return this.send('POST', `/api/v1/account${path}`, { body, ...(headers && { headers }) });
  }

  get(path: string, headers?: Record<string, string>): Promise<Answer> {
    return this.send('GET', `/api/v1/account${path}`, { ...(headers && { headers }) });
  }

  #keep(set: string): void {
    const [pair = '', ...attributes] = set.split('; ');
    const equals = pair.indexOf('=');
    const name = pair.slice(0, equals);
    if (attributes.includes('Max-Age=0')) this.cookies.delete(name);
    else this.cookies.set(name, pair.slice(equals + 1));
  }
}

/** The token of a link's address. */
export const tokenOf = (url: string) => new URL(url).hash.slice(1);
