import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../../scripts/free-port.ts';
import { findProgram, isAvailable } from '../../../scripts/test-tools.ts';
import { checkProxy } from '../../../src/features/instance/diagnosis/proxy.ts';
import { compareSettings } from '../../../src/features/instance/diagnosis/settings.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

setDefaultTimeout(60_000);

const isInstalled = isAvailable('nginx');

const APPEND = 'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;';
const REPLACE = 'proxy_set_header X-Forwarded-For $remote_addr;';
const REMOVE = 'proxy_set_header X-Forwarded-For "";';
const PROTO = 'proxy_set_header X-Forwarded-Proto $scheme;';
const HOST = 'proxy_set_header Host $host;';

/** What nginx is told, whether the server trusts it, and the result. */
const CASES: [what: string, lines: string[], isTrusted: boolean, result: RegExp][] = [
  [
    'appends the address',
    [HOST, APPEND, PROTO],
    true,
    /^ok: The proxy at 127\.0\.0\.1 is trusted, and sends/,
  ],
  ['sets the address anew', [HOST, REPLACE, PROTO], true, /^ok: The proxy at 127\.0\.0\.1 is trusted/],
  ['is not trusted', [HOST, APPEND, PROTO], false, /^fault: .* GALLEY_TRUSTED_PROXIES=127\.0\.0\.1/],
  ['sends nothing and is not trusted', [HOST], false, /^warning: Requests come from 127\.0\.0\.1 without/],
  ['passes the header of clients on', [HOST, PROTO], true, /^fault: .* passes X-Forwarded-For on/],
  ['removes the header', [HOST, REMOVE, PROTO], true, /^fault: .* removes X-Forwarded-For/],
  [
    'sends another protocol',
    [HOST, APPEND, 'proxy_set_header X-Forwarded-Proto https;'],
    true,
    /^fault: .*-Proto "https", but the base URL begins with http\./,
  ],
  [
    'sends its own host',
    [APPEND, PROTO, 'proxy_set_header Host upstream;'],
    true,
    /^fault: .*"upstream" instead of/,
  ],
];

let trusting: TestApp;
let plain: TestApp;
let folder: string;
let server: Bun.Subprocess;
const ports = CASES.map(() => findFreePort());

beforeAll(async () => {
  if (!isInstalled) return;
  [trusting, plain] = await Promise.all([createTestApp({ trusted_proxies: ['127.0.0.1'] }), createTestApp()]);
  const upstreams = { true: trusting.listen(), false: plain.listen() };
  folder = mkdtempSync(join(tmpdir(), 'galley-nginx-'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const servers = CASES.map(
    ([, lines, isTrusted], index) =>
      `server { listen 127.0.0.1:${ports[index]}; location / { proxy_pass http://127.0.0.1:${upstreams[`${isTrusted}`]}; ${lines.join(' ')} } }`,
  );
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off;\npid ${folder}/nginx.pid;\nevents {}\nhttp {\naccess_log off;\n${[...temporary, ...servers].join('\n')}\n}\n`,
  );
  server = Bun.spawn(
    [findProgram('nginx') as string, '-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')],
    {
      stdio: ['ignore', 'ignore', 'ignore'],
    },
  );
  const isUp = () => fetch(`http://127.0.0.1:${ports[0]}/health/live`).catch(() => undefined);
  for (let tries = 0; tries < 400 && (await isUp()) === undefined; tries += 1) await Bun.sleep(25);
});
afterAll(async () => {
  if (!isInstalled) return;
  server.kill('SIGQUIT');
  await server.exited;
  await Promise.all([trusting.stop(), plain.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

const check = async ({ deps }: TestApp, baseUrl: string) => {
  const { status, message } = await checkProxy({ ...deps, baseUrl });
  return `${status}: ${message}`;
};

test.skipIf(!isInstalled).each(CASES)('nginx that %s', async (what, _lines, isTrusted, result) => {
  const port = ports[CASES.findIndex((found) => found[0] === what)];
  expect(await check(isTrusted ? trusting : plain, `http://127.0.0.1:${port}`)).toMatch(result);
});

test('a server without a proxy, trusting or not', async () => {
  for (const options of [{}, { trusted_proxies: ['127.0.0.1'] }]) {
    const app = await createTestApp(options);
    const port = app.listen();
    const address = `http://127.0.0.1:${port}`;
    const listening = { ...app.deps.listening, port };
    const { status, message } = await checkProxy({ ...app.deps, listening, baseUrl: address });
    expect({ status, message }).toEqual({ status: 'ok', message: `No proxy is in front of ${address}.` });
    for (const query of ['', '?proof=', '?proof=1.abc']) {
      const answer = await fetch(`${address}/health/proxy${query}`);
      expect([answer.status, await answer.text()]).toEqual([404, 'Not found.\n']);
    }
    await app.stop();
  }
});

const SOUND = {
  trusted_proxies: ['10.0.0.1'],
  demo: 'off',
  acme: [],
  acme_staging: false,
  backup_schedule: '',
  backup_passphrase: '',
  backup_keep: 14,
  backup_keep_days: 0,
};

test.each([
  [{}, 'https://mail.example.com', [/^ok: No settings contradict/]],
  [{}, 'http://mail.example.com', [/^warning: .* is not encrypted/]],
  [{}, 'http://localhost:4100', [/^warning: .* load on this machine only/]],
  [{ trusted_proxies: ['0.0.0.0/0'] }, 'https://mail.example.com', [/^fault: .* trusts all addresses/]],
  [
    { trusted_proxies: ['::/0'], demo: 'public' },
    'https://mail.example.com',
    [/^fault/, /^warning: The demo/],
  ],
  [{ acme: ['mail.example.com'], acme_staging: true }, 'https://mail.example.com', [/staging/]],
  [{ backup_schedule: '@daily', backup_keep: 0 }, 'https://mail.example.com', [/^warning: All scheduled/]],
  [{ backup_passphrase: 'x' }, 'https://mail.example.com', [/^warning: GALLEY_BACKUP_PASSPHRASE is set/]],
] as const)('settings %j under %s', (changes, baseUrl, expected) => {
  const found = compareSettings({ ...SOUND, ...changes }, baseUrl);
  expect(found.map(({ status, message }) => `${status}: ${message}`)).toEqual(
    expected.map((pattern) => expect.stringMatching(pattern)),
  );
});
