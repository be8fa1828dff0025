import { afterEach, describe, expect, test } from 'bun:test';
import type { Settings } from '../../src/config/index.ts';
import { createProxyTrust, createRequestAddressReader } from '../../src/http/proxies.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const readRequestAddress = createRequestAddressReader(createProxyTrust(['10.0.0.0/8']));
const PROXY = '10.1.2.3';

type Row = [
  name: string,
  url: string,
  peer: string | undefined,
  headers: Record<string, string>,
  expected: string | undefined,
];

describe('the address a client has come by', () => {
  test.each<Row>([
    ['plain', 'http://galley.lan:4100/', '192.0.2.1', {}, 'http galley.lan:4100'],
    ['TLS', 'https://galley.lan:4443/', '192.0.2.1', {}, 'https galley.lan:4443'],
    ['without a port', 'https://galley.lan/', '192.0.2.1', {}, 'https galley.lan:443'],
    ['IPv6', 'http://[::1]:4100/', '192.0.2.1', {}, 'http [::1]:4100'],
    [
      'headers of a stranger',
      'http://a.lan:1/',
      '192.0.2.1',
      { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
      'http a.lan:1',
    ],
    ['no peer', 'http://a.lan:1/', undefined, { 'x-forwarded-host': 'evil.example' }, 'http a.lan:1'],
    ['a proxy that says nothing', 'http://a.lan:1/', PROXY, {}, 'http a.lan:1'],
    [
      'a proxy with TLS',
      'http://mail.example.com/',
      PROXY,
      { 'x-forwarded-proto': 'https' },
      'https mail.example.com:443 proxied',
    ],
    [
      'a proxy that names all',
      'http://127.0.0.1:4100/',
      `::ffff:${PROXY}`,
      { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'mail.example.com', 'x-forwarded-port': '8443' },
      'https mail.example.com:8443 proxied',
    ],
    [
      'a host with a port',
      'http://127.0.0.1:4100/',
      PROXY,
      { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'mail.example.com:8443' },
      'https mail.example.com:8443 proxied',
    ],
    [
      'a chain',
      'http://127.0.0.1:4100/',
      PROXY,
      { 'x-forwarded-proto': 'https, http', 'x-forwarded-host': 'mail.example.com, inner' },
      'https mail.example.com:443 proxied',
    ],
    [
      'a scheme nobody knows',
      'http://a.lan:1/',
      PROXY,
      { 'x-forwarded-proto': 'gopher' },
      'http a.lan:1 proxied',
    ],
    ['a port beyond all', 'http://a.lan:1/', PROXY, { 'x-forwarded-port': '70000' }, 'http a.lan:1'],
    [
      'port 0',
      'http://a.lan:1/',
      PROXY,
      { 'x-forwarded-proto': 'https', 'x-forwarded-port': '0' },
      'https a.lan:1 proxied',
    ],
    ['an invalid host', 'http://a.lan:1/', PROXY, { 'x-forwarded-host': 'a b/../<x>' }, undefined],
    ['a host with a user', 'http://a.lan:1/', PROXY, { 'x-forwarded-host': 'user@evil.example' }, undefined],
  ])('%s', (_name, url, peer, headers, expected) => {
    const request = new Request(url, { headers: { host: new URL(url).host, ...headers } });
    const requestAddress = readRequestAddress(request, peer);
    const shown =
      requestAddress &&
      `${requestAddress.isSecure ? 'https' : 'http'} ${requestAddress.host}:${requestAddress.port}${requestAddress.isProxied ? ' proxied' : ''}`;
    expect(shown).toBe(expected as string);
  });
});

describe('where websockets go', () => {
  let app: TestApp;
  afterEach(() => app.stop());

  const TLS = { tls_cert: 'x', tls_key: 'x', tls_port: 4443 };

  /** Host and port of `/config` (TLS on any port) and of `/health` (TLS on 443 only). */
  async function ask(settings: Partial<Settings>, url: string): Promise<[string, string | undefined]> {
    app = await createTestApp(settings);
    const { project_id, token } = await app.exchangeToken('default');
    const get = async (path: string, headers = {}) =>
      JSON.parse(await (await app.http.handle(new Request(url + path, { headers }))).text());
    const authorization = `Bearer ${token}`;
    const { data } = await get(`/api/v1/projects/${project_id}/tenants/default/config`, { authorization });
    const health = await get('/api/v1/health');
    expect(data.websocket.app_key).toBe(project_id);
    expect(health.status).toBe('ok');
    expect(JSON.stringify(health)).not.toContain(project_id);
    const probe = health.websocket && `${health.websocket.host}:${health.websocket.port}`;
    return [`${data.websocket.host}:${data.websocket.port}`, probe];
  }

  test.each<[string, Partial<Settings>, string, [string, string | undefined]]>([
    ['plain only', {}, 'http://galley.lan:4100', ['galley.lan:4100', 'galley.lan:4100']],
    ['TLS beside it, asked over HTTP', TLS, 'http://galley.lan:4100', ['galley.lan:4443', 'galley.lan:4100']],
    [
      'TLS beside it, asked over HTTPS',
      TLS,
      'https://galley.lan:4443',
      ['galley.lan:4443', 'galley.lan:4100'],
    ],
    ['TLS on 443', { ...TLS, tls_port: 443 }, 'https://galley.lan', ['galley.lan:443', 'galley.lan:443']],
    [
      'TLS on 443, asked over HTTP',
      { ...TLS, tls_port: 443 },
      'http://galley.lan:4100',
      ['galley.lan:443', 'galley.lan:443'],
    ],
    [
      'a base URL wins over the host',
      { base_url: 'https://mail.example.com' },
      'http://10.0.0.7:4100',
      ['mail.example.com:443', 'mail.example.com:443'],
    ],
    [
      'a base URL on a proxy’s TLS port has no place for the probe',
      { base_url: 'https://mail.example.com:8443' },
      'http://x:4100',
      ['mail.example.com:8443', undefined],
    ],
    [
      'a base URL of our own TLS port',
      { ...TLS, base_url: 'https://mail.example.com:4443' },
      'http://x:4100',
      ['mail.example.com:4443', 'mail.example.com:4100'],
    ],
    [
      'a plain base URL of our own',
      { ...TLS, base_url: 'http://mail.example.com:4100' },
      'http://x:4100',
      ['mail.example.com:4443', 'mail.example.com:4100'],
    ],
    [
      'a plain base URL of a proxy',
      { base_url: 'http://mail.example.com' },
      'http://x:4100',
      ['mail.example.com:80', 'mail.example.com:80'],
    ],
  ])('%s', async (_name, settings, url, expected) => {
    expect(await ask(settings, url)).toEqual(expected);
  });
});
