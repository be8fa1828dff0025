import { afterEach, describe, expect, test } from 'bun:test';
import {
  createPublicFetch,
  type PublicFetchSettings,
} from '../../../src/platform/network/public-fetch/index.ts';
import { CERTIFICATE, KEY } from '../../support/certificate.ts';

const options = { maxBytes: 1000, timeoutMs: 8000 };
const servers: Bun.Server<undefined>[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.stop(true);
});

interface Seen {
  port: number;
  hosts: string[];
}

/** A server on 127.0.0.1 that answers with `answer` and keeps the Host headers it has seen. */
function serve(tls: boolean, answer: () => Response = () => new Response('secret')): Seen {
  const hosts: string[] = [];
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    ...(tls && { tls: { cert: CERTIFICATE, key: KEY } }),
    fetch(request) {
      hosts.push(request.headers.get('host') ?? '');
      return answer();
    },
  });
  servers.push(server as Bun.Server<undefined>);
  return { port: server.port as number, hosts };
}

/** A resolver that answers another list each time it is asked, as a rebinding name server does. */
function createResolver(...answers: string[][]) {
  const asked: string[] = [];
  return {
    asked,
    resolve: async (host: string) => {
      asked.push(host);
      return answers[asked.length - 1] ?? answers.at(-1) ?? [];
    },
  };
}

async function fetchText(url: string, settings: PublicFetchSettings): Promise<string> {
  const file = await createPublicFetch(settings).fetchPublicFile(url, options);
  return new TextDecoder().decode(file.bytes);
}

describe('a name that changes its address', () => {
  test.each(['http', 'https'])('is asked for once, and %s connects to what was checked', async (scheme) => {
    const server = serve(scheme === 'https');
    // The server's address plays the public one. The name exists nowhere else, so any second lookup would fail.
    const resolver = createResolver(['127.0.0.1'], ['127.0.0.2']);
    const settings = { allowPrivate: ['127.0.0.1'], ca: CERTIFICATE, resolve: resolver.resolve };
    expect(await fetchText(`${scheme}://files.example:${server.port}/a`, settings)).toBe('secret');
    expect(resolver.asked).toEqual(['files.example']);
    expect(server.hosts).toEqual([`files.example:${server.port}`]);
  });

  test.each(['http', 'https'])('does not lead %s to its second, private address', async (scheme) => {
    const server = serve(scheme === 'https');
    const resolver = createResolver(['127.0.0.2'], ['127.0.0.1']);
    const settings = { allowPrivate: ['127.0.0.2'], ca: CERTIFICATE, resolve: resolver.resolve };
    const fetched = fetchText(`${scheme}://files.example:${server.port}/a`, settings);
    await expect(fetched).rejects.toMatchObject({ code: 'unavailable' });
    expect(resolver.asked).toEqual(['files.example']);
    expect(server.hosts).toEqual([]);
  });

  test('is checked again at a redirect to itself', async () => {
    const server = serve(false, () => Response.redirect('/again', 302));
    const resolver = createResolver(['127.0.0.1'], ['127.0.0.2']);
    const settings = { allowPrivate: ['127.0.0.1'], resolve: resolver.resolve };
    const fetched = fetchText(`http://files.example:${server.port}/a`, settings);
    await expect(fetched).rejects.toMatchObject({
      code: 'validation_failed',
      message: expect.stringContaining('No public server'),
    });
    expect(server.hosts).toHaveLength(1);
  });

  test('with several allowed addresses, the next is tried when one does not answer', async () => {
    const server = serve(true);
    const { resolve } = createResolver(['127.0.0.2', '127.0.0.1']);
    const settings = { allowPrivate: ['127.0.0.0/8'], ca: CERTIFICATE, resolve };
    expect(await fetchText(`https://files.example:${server.port}/a`, settings)).toBe('secret');
  });
});

describe('certificates', () => {
  const resolve = async () => ['127.0.0.1'];
  const allowPrivate = ['127.0.0.1'];
  const notSecure = { code: 'validation_failed', message: expect.stringContaining('no secure connection') };

  test.each([
    ['with an unknown issuer', 'files.example', undefined],
    ['made for another name', 'other.example', CERTIFICATE],
    ['made for a name, not for the address', '127.0.0.1', CERTIFICATE],
  ])('%s are refused', async (_, host, ca) => {
    const server = serve(true);
    const settings = { allowPrivate, resolve, ...(ca !== undefined && { ca }) };
    await expect(fetchText(`https://${host}:${server.port}/`, settings)).rejects.toMatchObject(notSecure);
    expect(server.hosts).toEqual([]);
  });

  test('a server without TLS gets no request', async () => {
    const server = serve(false);
    const settings = { allowPrivate, resolve, ca: CERTIFICATE };
    await expect(fetchText(`https://files.example:${server.port}/`, settings)).rejects.toMatchObject(
      notSecure,
    );
    expect(server.hosts).toEqual([]);
  });

  test('https never redirects to http', async () => {
    const plain = serve(false);
    const server = serve(true, () => Response.redirect(`http://files.example:${plain.port}/`, 301));
    const settings = { allowPrivate, resolve, ca: CERTIFICATE };
    await expect(fetchText(`https://files.example:${server.port}/`, settings)).rejects.toMatchObject({
      code: 'validation_failed',
      message: expect.stringContaining('from https to http'),
    });
    expect(plain.hosts).toEqual([]);
  });

  test('http may redirect to https', async () => {
    const secure = serve(true);
    const server = serve(false, () => Response.redirect(`https://files.example:${secure.port}/`, 301));
    const settings = { allowPrivate, resolve, ca: CERTIFICATE };
    expect(await fetchText(`http://files.example.:${server.port}/`, settings)).toBe('secret');
    expect(server.hosts).toEqual([`files.example:${server.port}`]);
  });
});

test('the environment neither turns verification off nor puts a proxy between', async () => {
  const secure = serve(true);
  const plain = serve(false);
  const proxy = serve(false);
  const source = `
    import { createPublicFetch } from ${JSON.stringify(require.resolve('../../../src/platform/network/public-fetch/index.ts'))};
    const { fetchPublicFile } = createPublicFetch({ allowPrivate: ['127.0.0.1'], resolve: async () => ['127.0.0.1'] });
    for (const url of ['https://files.example:${secure.port}/', 'http://files.example:${plain.port}/']) {
      const file = await fetchPublicFile(url, ${JSON.stringify(options)}).catch((error) => error);
      console.log(file.code ?? file.bytes.length);
    }`;
  const proxyUrl = `http://127.0.0.1:${proxy.port}`;
  const child = Bun.spawn([process.execPath, '-e', source], {
    env: {
      ...process.env,
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
      HTTP_PROXY: proxyUrl,
      HTTPS_PROXY: proxyUrl,
      http_proxy: proxyUrl,
      https_proxy: proxyUrl,
      NODE_USE_ENV_PROXY: '1',
    },
    stderr: 'ignore',
  });
  expect(await new Response(child.stdout).text()).toBe('validation_failed\n6\n');
  expect(secure.hosts).toEqual([]);
  expect(proxy.hosts).toEqual([]);
});
