import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { isTemporary, SdkError } from '../../src/sdk/error.ts';
import { createReporter } from '../../src/sdk/guard.ts';
import { GalleyError, GalleyServer } from '../../src/sdk/server/index.ts';

// Computed paths, because these modules need the types of browsers, which tests do not have.
const importFromSdk = (name: string) => import(`../../src/sdk/${name}.ts`);
const [{ SessionSource }, { createApi }, { HttpClient }] = await Promise.all(
  ['auth', 'client', 'request'].map(importFromSdk),
);

const SESSION = JSON.stringify({ token: 't', expires_at: 4_000_000_000, project_id: 'p', tenant: 'n' });

type Answer = 'whole' | 'half' | 'hanging';

/** How the server answers a path that ends with the key; other paths get the whole answer. */
let answers: Record<string, Answer> = {};
let server: ReturnType<typeof listen>;
beforeAll(() => {
  server = listen();
});
afterAll(() => server.stop(true));
beforeEach(() => {
  answers = {};
});

/** Sends raw HTTP, because no HTTP server sends less than it announced. */
function listen() {
  return Bun.listen({
    port: 0,
    hostname: '127.0.0.1',
    socket: {
      data(socket, data) {
        const path = /^\w+ (\S+)/.exec(data.toString())?.[1] ?? '';
        const kind = answers[path.slice(path.lastIndexOf('/'))] ?? 'whole';
        const body = path.endsWith('/token') ? SESSION : '{"data":{"id":"x"}}';
        const type = path.endsWith('/generate') ? 'text/event-stream' : 'application/json';
        const head = `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n`;
        socket.write(head + (kind === 'whole' ? body : body.slice(0, 9)));
        if (kind === 'half') socket.end();
      },
    },
  });
}

const address = () => `http://127.0.0.1:${server.port}`;
const thrownBy = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (thrown) => thrown,
  );

describe('an answer that breaks off', () => {
  const connect = () => new GalleyServer({ baseUrl: address(), credentials: { serverKey: 'k' } }).tenant('n');

  test('is a GalleyError without a status, so that another attempt may follow', async () => {
    answers = { '/x': 'half' };
    const error = await thrownBy(connect().getTemplate({ template_id: 'x' }));
    expect(error).toBeInstanceOf(GalleyError);
    expect(error.message).toContain('before the whole answer had arrived');
    expect(isTemporary(error)).toBe(true);
  });

  test('after the time limit too', async () => {
    answers = { '/x': 'hanging' };
    const error = await thrownBy(connect().getTemplate({ template_id: 'x' }, { timeoutMs: 50 }));
    expect(error).toBeInstanceOf(GalleyError);
    expect(error.statusCode).toBeUndefined();
  });
});

describe('a page', () => {
  const reported: SdkError[] = [];
  const open = async () => {
    reported.length = 0;
    const { report, guard } = createReporter((error) => reported.push(error));
    const auth = { url: `${address()}/token`, baseUrl: address() };
    const sessions = new SessionSource(auth, report);
    return { sessions, api: createApi(new HttpClient(address(), sessions), guard) };
  };

  test.each([
    ['data', { '/x': 'half' }, 'before the whole answer'],
    ['a session', { '/token': 'half' }, 'The answer of the token endpoint'],
  ] as const)('learns of %s that breaks off', async (_what, kinds, message) => {
    answers = kinds;
    const { api, sessions } = await open();
    const error = await thrownBy(api.getTemplate({ template_id: 'x' }));
    sessions.close();
    expect(error).toBeInstanceOf(SdkError);
    expect(error.message).toContain(message);
    expect(error.message).not.toContain('not JSON');
    expect(isTemporary(error)).toBe(true);
    expect(reported).toEqual([error]);
  });

  test.each([
    ['of its own', new Error('left the page')],
    ['of the browser', undefined],
    ['of a time limit', new DOMException('too slow', 'TimeoutError')],
  ])('that ends a call by a signal gets the reason %s, without a report', async (_what, reason) => {
    answers = { '/x': 'hanging' };
    const { api, sessions } = await open();
    const ending = new AbortController();
    const call = thrownBy(api.getTemplate({ template_id: 'x' }, { signal: ending.signal }));
    setTimeout(() => ending.abort(reason), 30);
    expect(await call).toBe(ending.signal.reason);
    sessions.close();
    expect(reported).toEqual([]);
  });

  test('learns what input is wrong', async () => {
    const { api, sessions } = await open();
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    for (const [call, message] of [
      [api.createTemplate({ content: cyclic } as never), 'cannot be sent as JSON'],
      [api.getTemplate({ template_id: null } as never), 'template_id is missing.'],
    ] as const) {
      const error = await thrownBy(call);
      expect(error).toBeInstanceOf(SdkError);
      expect(error.message).toContain(message);
    }
    sessions.close();
  });
});
