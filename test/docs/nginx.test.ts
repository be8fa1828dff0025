import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../scripts/free-port.ts';
import { findProgram, isAvailable } from '../../scripts/test-tools.ts';
import { startRig, stopRig } from '../realtime/rig.ts';
import { listSnippets, PAGES, readPage, root } from './pages.ts';

setDefaultTimeout(60_000);

const nginx = findProgram('nginx');

async function listSites(): Promise<string[]> {
  const texts = await Promise.all(PAGES.map(readPage));
  return texts.flatMap((text) =>
    listSnippets(text).flatMap(({ language, code }) => (language === 'nginx' ? [code] : [])),
  );
}

test('the documentation has one configuration for nginx', async () => {
  expect(await listSites()).toHaveLength(1);
});

describe.skipIf(!isAvailable('nginx'))('nginx with the configuration of the documentation', () => {
  let rig: Awaited<ReturnType<typeof startRig>>;
  let folder: string;
  let port: number;
  let server: Bun.Subprocess | undefined;

  const run = (...args: string[]) =>
    Bun.spawn([nginx as string, '-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf'), ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });

  beforeAll(async () => {
    rig = await startRig();
    port = findFreePort();
    folder = mkdtempSync(join(tmpdir(), 'galley-nginx-'));
    const [site = ''] = await listSites();
    const tls = join(root, 'test/fixtures/tls');
    const filled = site
      .replace('listen 443', `listen 127.0.0.1:${port}`)
      .replace('127.0.0.1:4100', `127.0.0.1:${rig.port}`)
      .replace('/etc/letsencrypt/live/mail.example.com/fullchain.pem', `"${tls}/first.crt"`)
      .replace('/etc/letsencrypt/live/mail.example.com/privkey.pem', `"${tls}/first.key"`);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path "${folder}/${name}";`,
    );
    const http = ['access_log off;', ...temporary, filled].join('\n');
    writeFileSync(
      join(folder, 'nginx.conf'),
      `daemon off;\npid "${folder}/nginx.pid";\nevents {}\nhttp {\n${http}\n}\n`,
    );
  });
  afterAll(async () => {
    server?.kill('SIGQUIT');
    await server?.exited;
    await stopRig(rig);
    rmSync(folder, { recursive: true, force: true });
  });

  test('passes its check', async () => {
    const child = run('-t');
    const output = await child.stderr.text();
    expect([await child.exited, output]).toEqual([0, expect.stringContaining('test is successful')]);
    expect(output).not.toContain('[warn]');
  });

  test('passes requests and websockets on', async () => {
    server = run();
    const url = `https://127.0.0.1:${port}`;
    const tls = { rejectUnauthorized: false };
    const health = () => fetch(`${url}/api/v1/health`, { tls }).catch(() => undefined);
    let answer = await health();
    for (let tries = 0; answer === undefined && tries < 400; tries += 1) {
      await Bun.sleep(25);
      answer = await health();
    }
    expect(answer?.status).toBe(200);
    const address = `${url.replace('https', 'wss')}/app/${rig.first.project_id}?protocol=7`;
    const socket = new WebSocket(address, { tls } as never);
    const first = await new Promise<string>((resolve, reject) => {
      socket.onmessage = ({ data }) => resolve(String(data));
      socket.onerror = () => reject(new Error('the websocket did not open'));
    });
    expect(JSON.parse(first).event).toBe('pusher:connection_established');
    socket.close();
  });
});
