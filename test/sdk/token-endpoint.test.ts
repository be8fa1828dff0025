import { expect, test } from 'bun:test';
import { describeInBrowser } from '../browser/browser.ts';
import { type Behavior, startCustomer } from './customer.ts';
import { useHostPage } from './host-page.ts';

const html = '<!doctype html><title>Sign in</title>';

interface Failure {
  it: string;
  behave: Behavior;
  statusCode: number | undefined;
  message: RegExp;
}

const FAILURES: readonly Failure[] = [
  {
    it: 'refuses with 401',
    behave: () => Response.json({ message: 'Please sign in.' }, { status: 401 }),
    statusCode: 401,
    message: /^Please sign in\.$/,
  },
  {
    it: 'fails with 500 and no JSON',
    behave: () => new Response('boom', { status: 500 }),
    statusCode: 500,
    message: /^HTTP error 500$/,
  },
  {
    it: 'refuses with messages for fields',
    behave: () =>
      Response.json({ message: 'Wrong.', errors: { tenant: ['is unknown', 'x'] } }, { status: 422 }),
    statusCode: 422,
    message: /^Wrong\.$/,
  },
  {
    it: 'does not exist',
    behave: () => Response.json({}, { status: 404 }),
    statusCode: 404,
    message: /^HTTP error 404$/,
  },
  {
    it: 'answers with a page',
    behave: () => new Response(html, { headers: { 'content-type': 'text/html' } }),
    statusCode: 200,
    message: /answered with a body that is not JSON\. It must forward/,
  },
  {
    it: 'answers with nothing',
    behave: () => new Response('', { status: 200 }),
    statusCode: 200,
    message: /answered with an empty body/,
  },
  {
    it: 'leaves fields out',
    behave: ({ token, tenant }) => ({ token, tenant }),
    statusCode: 200,
    message: /lacks expires_at, project_id,/,
  },
  {
    it: 'wraps the answer',
    behave: (good) => ({ data: good }),
    statusCode: 200,
    message: /lacks token, expires_at, project_id, tenant,/,
  },
  {
    it: 'answers with null',
    behave: () => new Response('null'),
    statusCode: 200,
    message: /lacks token/,
  },
  {
    it: 'tells the expiry as a text',
    behave: (good) => ({ ...good, expires_at: '2030-01-01T00:00:00Z' }),
    statusCode: 200,
    message: /lacks expires_at,/,
  },
];

describeInBrowser('the token endpoint', () => {
  const host = useHostPage();
  const start = (options: object = {}, name = 'one') =>
    host.ask<{ error?: object; errors: object[] }>(`lab.start('${name}', ${JSON.stringify(options)})`);

  test('is asked at once, by POST without a body, with both headers and cookies', async () => {
    await host.ask(`document.cookie = 'session=abc'`);
    expect(await start()).toEqual({ errors: [] });
    expect(host.customer.calls).toHaveLength(1);
    const [{ method, headers, body } = {}] = host.customer.calls;
    expect({ method, body }).toEqual({ method: 'POST', body: '' });
    expect(headers).toMatchObject({
      accept: 'application/json',
      'content-type': 'application/json',
      cookie: 'session=abc',
    });
  });

  test('on another origin gets the cookies too', async () => {
    const other = startCustomer(host.galley, host.app.first);
    await host.ask(`document.cookie = 'session=abc'`);
    expect(await start({ auth: { url: `${other.url}/token` } })).toEqual({ errors: [] });
    await other.stop();
    expect(other.calls.map(({ headers }) => headers)).toMatchObject([
      { origin: host.customer.url, cookie: 'session=abc' },
    ]);
  });

  test('gets headers and body of its own; those that are always sent stay', async () => {
    const headers = { 'X-CSRF-Token': 'c', accept: 'text/html', 'content-type': 'text/plain' };
    await start({ auth: { requestOptions: { headers, body: { tenant: 'other' } } } });
    const [{ headers: sent, body } = {}] = host.customer.calls;
    expect(body).toBe('{"tenant":"other"}');
    expect(sent).toMatchObject({
      accept: 'application/json',
      'content-type': 'application/json',
      'x-csrf-token': 'c',
    });
    expect(await host.ask(`lab.galleys.one.getSession().then(({ tenant }) => tenant)`)).toBe('other');
  });

  test('asked by GET gets no body, but the headers', async () => {
    await start({ auth: { url: '/token?a=1', requestOptions: { method: 'GET', body: { a: 1 } } } });
    const [{ method, url, headers, body } = {}] = host.customer.calls;
    expect({ method, body }).toEqual({ method: 'GET', body: '' });
    expect(url).toEndWith('/token?a=1');
    expect(headers).toMatchObject({ accept: 'application/json', 'content-type': 'application/json' });
  });

  for (const { it, behave, statusCode, message } of FAILURES) {
    test(`that ${it}: init rejects with an SdkError, which onError gets once`, async () => {
      host.customer.behave(behave);
      const { error, errors } = await start();
      expect(error).toEqual({
        isSdkError: true,
        message: expect.stringMatching(message),
        isNotFound: statusCode === 404,
        isUnauthorized: statusCode === 401,
        isServerError: statusCode === 500,
        ...(statusCode === undefined ? {} : { statusCode }),
      });
      expect(errors).toEqual([error as object]);
      expect({ token: host.customer.calls.length, api: host.apiCalls }).toEqual({ token: 1, api: [] });
    });
  }

  test('that is too slow: an SdkError without a status says so', async () => {
    host.customer.behave(() => Bun.sleep(20_000).then(() => new Response()));
    const { error } = await start({ auth: { timeoutMs: 50 } });
    expect(error).toMatchObject({ isSdkError: true, isServerError: false });
    expect(error).toMatchObject({ message: expect.stringContaining('did not answer within 50 ms') });
    expect(Object.keys(error as object)).not.toContain('statusCode');
  });

  test('that cannot be reached: an SdkError without a status', async () => {
    const { error } = await start({ auth: { url: 'http://127.0.0.1:9/token' } });
    expect(error).toMatchObject({ message: expect.stringContaining('could not be reached') });
    expect(Object.keys(error as object)).not.toContain('statusCode');
  });

  test('that is missing in the options, or a method that is none', async () => {
    expect((await start({ auth: { url: '' } })).error).toMatchObject({
      message: 'auth.url is missing: the address of your token endpoint.',
    });
    const odd = await start({ auth: { requestOptions: { method: 'PUT' } } });
    expect(odd.error).toMatchObject({ message: expect.stringContaining('GET or POST, not PUT') });
    expect(host.customer.calls).toEqual([]);
  });
});
