import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { GalleyError, GalleyServer, type GalleyServerOptions } from '../../src/sdk/server/index.ts';

/** Answers that the server gives, in turn; the last one again and again. */
let answers: (() => Response | Promise<Response>)[] = [];
let requests: { method: string; path: string; headers: Headers; body: string }[] = [];
let server: ReturnType<typeof Bun.serve>;

beforeAll(() => {
  server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const { method, headers } = request;
      requests.push({ method, path: pathname + search, headers, body: await request.text() });
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      return (answer as () => Response)();
    },
  });
});
afterAll(() => server.stop(true));
beforeEach(() => {
  answers = [];
  requests = [];
});

const busy = (status: number, retryAfter?: string) => () =>
  Response.json(
    { message: 'Later.', code: status === 429 ? 'rate_limited' : 'unavailable' },
    { status, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } },
  );
const fine = () => Response.json({ data: { id: 't1' } });

const connect = (options: Partial<GalleyServerOptions> = {}) =>
  new GalleyServer({
    baseUrl: `http://127.0.0.1:${server.port}/`,
    credentials: { serverKey: 'key' },
    ...options,
  });

describe('a request of the client', () => {
  test('has a path of the backend API, credentials and the actor', async () => {
    answers = [fine];
    const credentials = { clientId: 'id', clientSecret: 'secret' };
    const galley = connect({ credentials, actor: 'Ünal / Söhne' });
    await galley.tenant('a/b c').getTemplate({ template_id: 'x/y', format: 'full' });
    await connect()
      .tenant('t')
      .renderTemplate({ template_id: 'x', data: { a: 1 } }, { actor: 'Job' });
    await connect().tenant('t').getTemplate({ template_id: 'x' });
    const [first, second, third] = requests;
    expect(first?.path).toBe('/api/v1/server/tenants/a%2Fb%20c/templates/x%2Fy?format=full');
    expect(first?.headers.get('authorization')).toBe(`Basic ${btoa('id:secret')}`);
    expect(decodeURIComponent(first?.headers.get('x-galley-actor') ?? '')).toBe('Ünal / Söhne');
    expect(second).toMatchObject({ method: 'POST', path: '/api/v1/server/tenants/t/templates/x/render' });
    expect(JSON.parse(second?.body ?? '')).toEqual({ data: { a: 1 } });
    expect(second?.headers.get('authorization')).toBe('Bearer key');
    expect(second?.headers.get('x-galley-actor')).toBe('Job');
    expect(third?.headers.has('x-galley-actor')).toBe(false);
    expect(first?.headers.has('origin')).toBe(false);
  });

  test('lacks nothing of the path', async () => {
    const call = connect()
      .tenant('t')
      .getTemplate({} as never);
    expect(await call.catch((error) => error)).toBeInstanceOf(GalleyError);
    expect(requests).toEqual([]);
  });

  test('does not leave its place: "templates/.." would be the tenant', async () => {
    answers = [fine];
    for (const id of ['..', '.']) {
      const tenant = connect().tenant('t');
      const error = await tenant.deleteTemplate({ template_id: id }).catch((thrown) => thrown);
      expect(error).toBeInstanceOf(GalleyError);
      expect(error.message).toBe(`template_id must not be "${id}".`);
      expect(
        await connect()
          .tenant(id)
          .listTemplates()
          .catch((thrown) => thrown),
      ).toBeInstanceOf(GalleyError);
    }
    expect(requests).toEqual([]);
    await connect().tenant('t').getTemplate({ template_id: '...' });
    expect(requests[0]?.path).toBe('/api/v1/server/tenants/t/templates/...');
  });

  test.each([
    ['no address', { baseUrl: undefined }],
    ['no credentials', { credentials: undefined }],
    ['a client secret that is not set', { credentials: { clientId: 'id', clientSecret: undefined } }],
    ['a client ID that is not set', { credentials: { clientId: undefined, clientSecret: 'secret' } }],
    ['an empty backend key', { credentials: { serverKey: '' } }],
  ])('is not made with %s', (_, options) => {
    expect(() => connect(options as never)).toThrow(GalleyError);
    expect(() => connect(options as never)).toThrow(/missing: pass/);
  });
});

type Tenant = ReturnType<GalleyServer['tenant']>;
const read = (tenant: Tenant) => tenant.getTemplate({ template_id: 'x' });
const render = (tenant: Tenant) => tenant.renderTemplate({ template_id: 'x' });
const write = (tenant: Tenant) => tenant.createTemplate({ content: { blocks: [] } });
const remove = (tenant: Tenant) => tenant.deleteTemplate({ template_id: 'x' });

describe('what is repeated', () => {
  const cases: [
    what: string,
    call: (tenant: Tenant) => Promise<unknown>,
    given: (() => Response)[],
    sent: number,
    status: number | undefined,
  ][] = [
    ['a read after 429', read, [busy(429, '0'), fine], 2, undefined],
    ['a read after 503, twice', read, [busy(503, '0'), busy(503, '0'), fine], 3, undefined],
    ['a read after three of them: no', read, [busy(503, '0')], 3, 503],
    ['a rendering', render, [busy(503, '0'), fine], 2, undefined],
    ['a removal', remove, [busy(429, '0'), fine], 2, undefined],
    ['a creation: no', write, [busy(503, '0'), fine], 1, 503],
    ['after a date that has passed', read, [busy(503, 'Wed, 21 Oct 2015 07:28:00 GMT'), fine], 2, undefined],
    ['after an hour: no', read, [busy(429, '3600'), fine], 1, 429],
    ['after 500: no', read, [busy(500), fine], 1, 500],
    ['after 404: no', read, [busy(404), fine], 1, 404],
  ];
  test.each(cases)('%s', async (_what, call, given, sent, status) => {
    answers = [...given];
    const error = await call(connect().tenant('t')).then(
      () => undefined,
      (thrown) => thrown,
    );
    expect([requests.length, error?.statusCode]).toEqual([sent, status]);
  });

  test('as often as the options say', async () => {
    answers = [busy(503, '0')];
    const { statusCode } = await connect({ maxRetries: 0 })
      .tenant('t')
      .listTemplates()
      .catch((e) => e);
    expect([requests.length, statusCode]).toEqual([1, 503]);
    await connect()
      .tenant('t')
      .listTemplates({}, { maxRetries: 4 })
      .catch(() => {});
    expect(requests.length).toBe(6);
  });

  test('not after the caller has ended the call', async () => {
    answers = [busy(503, '30'), fine];
    const reason = new Error('stopped');
    const controller = new AbortController();
    const ended = connect({
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        queueMicrotask(() => controller.abort(reason));
        return response;
      },
    })
      .tenant('t')
      .getTemplate({ template_id: 'x' }, { signal: controller.signal });
    expect(await ended.catch((error) => error)).toBe(reason);
  });
});

describe('errors', () => {
  test('say that cyclic data is no JSON, before a request', async () => {
    const data: Record<string, unknown> = { name: 'Ada' };
    data.self = data;
    const error = await connect()
      .tenant('t')
      .renderTemplate({ template_id: 'x', data })
      .catch((thrown) => thrown);
    expect([error instanceof GalleyError, error.message]).toEqual([
      true,
      'The input cannot be sent as JSON: it contains itself, or a value that JSON does not have.',
    ]);
    expect(requests).toEqual([]);
  });

  test('have the code, the fields and the wait', async () => {
    const body = { message: 'data.a is missing.', code: 'validation_failed', errors: { 'data.a': ['x'] } };
    answers = [() => Response.json(body, { status: 422 }), busy(429, '120')];
    const invalid = await render(connect().tenant('t')).catch((error) => error);
    expect(invalid).toBeInstanceOf(GalleyError);
    expect(invalid).toMatchObject({
      statusCode: 422,
      code: 'validation_failed',
      errors: { 'data.a': ['x'] },
    });
    const limited = await render(connect().tenant('t')).catch((error) => error);
    expect(limited).toMatchObject({ isRateLimited: true, retryAfterSeconds: 120, code: 'rate_limited' });
  });

  test('say that there was no answer in time', async () => {
    answers = [() => new Promise<Response>(() => {})];
    const error = await read(connect({ timeoutMs: 20 }).tenant('t')).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(GalleyError);
    expect([error.statusCode, error.message]).toEqual([undefined, expect.stringContaining('within 20 ms')]);
  });

  test('say that an answer is no JSON', async () => {
    answers = [() => new Response('<html>')];
    const error = await read(connect().tenant('t')).catch((thrown) => thrown);
    expect([error instanceof GalleyError, error.message]).toEqual([true, 'Galley’s answer is not JSON.']);
  });
});
