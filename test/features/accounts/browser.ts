import type { Answer, TestApp } from '../../support/test-app.ts';
import { readAnswer } from '../../support/test-app.ts';

export const ORIGIN = 'http://localhost:8080';
export const PASSWORD = 'violet-harbor-cactus-91';

interface Sent {
  body?: unknown;
  headers?: Record<string, string>;
}

/** A browser on a page of the server: it keeps cookies and sends the page's origin. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #app: TestApp;
  readonly #origin: string;

  constructor(app: TestApp, origin: string = new URL(app.deps.baseUrl).origin) {
    this.#app = app;
    this.#origin = origin;
  }

  async send(method: string, path: string, { body, headers = {} }: Sent = {}): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const request = new Request(`${this.#origin}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        origin: this.#origin,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(cookie !== '' && { cookie }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const response = await this.#app.http.handle(request);
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
