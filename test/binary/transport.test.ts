import { afterEach, beforeEach, expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { connect } from 'node:tls';
import { startMailServer } from '../support/mail-server.ts';
import { smallContent } from '../support/test-app.ts';
import {
  askGalley,
  createTestDirectory,
  GUARD_MS,
  openTenant,
  runGalley,
  startServer,
  type TestDirectory,
  waitFor,
} from './support.ts';

const FIXTURES = resolve(import.meta.dir, '../fixtures/tls');

let place: TestDirectory;
beforeEach(() => {
  place = createTestDirectory();
});
afterEach(() => place.remove());

/** Puts a pair of the fixtures where the server looks for its own; the flags that name it. */
function placeCertificate(cert: string, key = cert): string[] {
  const files = { cert: join(place.dir, 'tls.crt'), key: join(place.dir, 'tls.key') };
  copyFileSync(join(FIXTURES, `${cert}.crt`), files.cert);
  copyFileSync(join(FIXTURES, `${key}.key`), files.key);
  return ['--tls-cert', files.cert, '--tls-key', files.key, '--tls-port', '0'];
}

const shownName = (port: number) =>
  new Promise<string>((done, fail) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
      done(String(socket.getPeerCertificate().subject.CN));
      socket.end();
    });
    socket.on('error', fail);
  });

/** The name while the certificate is exchanged: for a moment nothing listens. */
const shownNameLater = (port: number) => shownName(port).catch(() => undefined);

test(
  'HTTPS beside HTTP, a certificate that is renewed, and an end',
  async () => {
    const server = await startServer(place, placeCertificate('first'));
    const port = Number(/"tls_address":"localhost:(\d+)"/.exec(server.stderr())?.[1]);
    expect(server.stderr()).toContain(`"base_url":"https://localhost:${port}"`);
    const tls = { tls: { rejectUnauthorized: false } };
    const health = await fetch(`https://127.0.0.1:${port}/api/v1/health`, tls);
    expect(await health.json()).toMatchObject({
      status: 'ok',
      websocket: { host: '127.0.0.1', port: Number(new URL(server.url).port) },
    });
    expect(await shownName(port)).toBe('first');
    placeCertificate('renewed');
    process.kill(server.pid, 'SIGHUP');
    await waitFor('the new certificate', async () => (await shownNameLater(port)) === 'renewed');
    // Without a signal, too.
    placeCertificate('first');
    await waitFor('the old certificate', async () => (await shownNameLater(port)) === 'first');
    expect(await server.stop()).toBe(0);
  },
  GUARD_MS,
);

test(
  'with --tls-only plain HTTP redirects, and without a certificate it does not start',
  async () => {
    const server = await startServer(place, [...placeCertificate('first'), '--tls-only']);
    const port = Number(/"tls_address":"localhost:(\d+)"/.exec(server.stderr())?.[1]);
    const answer = await fetch(`${server.url}/openapi`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([
      308,
      `https://localhost:${port}/openapi`,
    ]);
    expect((await fetch(`${server.url}/api/v1/health`)).status).toBe(200);
    const tls = { tls: { rejectUnauthorized: false } };
    const secure = await fetch(`https://127.0.0.1:${port}/openapi`, tls);
    expect(secure.headers.get('strict-transport-security')).toStartWith('max-age=');
    expect(await server.stop()).toBe(0);
    const refused = await runGalley(place, ['serve', '--tls-only']);
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('GALLEY_TLS_CERT')]);
  },
  GUARD_MS,
);

test(
  'a certificate that cannot be used is one line, and nothing is served',
  async () => {
    const wrong = await runGalley(place, ['serve', '--port', '0', ...placeCertificate('first', 'renewed')]);
    expect(wrong.status).toBe(1);
    expect(wrong.stderr).toContain('is not the key of the certificate');
    const half = await runGalley(place, ['serve', '--tls-cert', 'x.pem']);
    expect([half.status, half.stderr.trim()]).toEqual([
      1,
      expect.stringContaining('--tls-cert needs --tls-key too.'),
    ]);
  },
  GUARD_MS,
);

test(
  'origins set while the server runs count at once; a test mail arrives; the demo answers',
  async () => {
    const mail = await startMailServer();
    const first = await askGalley(place, 'init');
    const env = {
      GALLEY_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      GALLEY_SMTP_FROM: 'Galley <mail@galley.example>',
    };
    const server = await startServer(place, ['--demo'], env);
    const tenant = await openTenant(server.url, first);
    const created = await tenant.call('POST', '/templates', {
      body: { name: 'Hi', content: smallContent() },
    });
    const path = `/templates/${created.body.data.id}`;

    const origin = 'https://shop.example';
    const originOf = async (from: string) => {
      const { headers } = await tenant.call('GET', path, { headers: { origin: from } });
      return headers.get('access-control-allow-origin');
    };
    expect(await originOf('https://evil.example')).toBe('*');
    const added = await askGalley(place, 'project', 'origins', 'add', first.project_id, `${origin}/`);
    expect(added.origins).toEqual([origin]);
    expect([await originOf(origin), await originOf('https://evil.example')]).toEqual([origin, null]);
    const listed = await runGalley(place, ['project', 'origins', 'list', first.project_id]);
    expect(listed.stdout.trim()).toBe(origin);
    const refused = await runGalley(place, ['project', 'origins', 'add', first.project_id, 'shop.example']);
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('must be an origin')]);
    await askGalley(place, 'project', 'origins', 'remove', first.project_id, origin);
    expect(await originOf('https://evil.example')).toBe('*');

    const allowed_emails = ['ada@example.com'];
    const signature = createHmac('sha256', first.signing_key)
      .update(JSON.stringify(allowed_emails))
      .digest('hex');
    const { html } = (await tenant.call('POST', `${path}/export`, { body: {} })).body.data;
    const body = { recipient: 'ada@example.com', html, allowed_emails, signature };
    const unlisted = await tenant.call('POST', `${path}/send-test-email`, { body });
    expect([unlisted.status, unlisted.body.message]).toEqual([
      403,
      'Test emails cannot be sent from this session.',
    ]);
    const sender = await openTenant(server.url, first, undefined, { test_email: { allowed_emails } });
    const own = await sender.call('POST', `${path}/send-test-email`, { body });
    expect([own.status, own.text]).toEqual([204, '']);
    const other = await sender.call('POST', `${path}/send-test-email`, {
      body: { ...body, html: '<b onclick=x()>Other</b>' },
    });
    expect(other.status).toBe(204);
    expect(mail.mails.map(({ headers }) => headers.get('subject'))).toEqual(['[Test] Hi', '[Test] Hi']);
    expect(mail.mails[1]?.html).toContain('<b>Other</b>');

    const page = await fetch(`${server.url}/demo`);
    expect([page.status, (await page.text()).includes('/sdk/galley.js')]).toEqual([200, true]);
    const token = await fetch(`${server.url}/demo/token`, { method: 'POST' });
    expect(await token.json()).toMatchObject({
      tenant: 'demo',
      test_email: { allowed_emails: ['mail@galley.example'] },
    });
    await server.stop();
    await mail.stop();
  },
  GUARD_MS,
);
