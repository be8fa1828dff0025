import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { findFreePort } from '../../../scripts/free-port.ts';
import { isAvailable } from '../../../scripts/test-tools.ts';
import { findAcmeDirectory, findCertificateFiles } from '../../../src/config/index.ts';
import { proveByDns, proveByHttp } from '../../../src/features/certificates/proof.ts';
import { CertificateRenewal, type RenewalOptions } from '../../../src/features/certificates/renewal.ts';
import { type Listeners, listen } from '../../../src/http/listen.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/platform/clock.ts';
import { PEBBLE_CA, type Pebble, startPebble } from '../../support/pebble.ts';
import { createFakeClock, createTestApp, type TestApp } from '../../support/test-app.ts';

const DOMAINS = ['mail.example.test', 'www.example.test'];
const port = findFreePort();
const isInstalled = isAvailable('pebble');

/** With the time of the machine, which the authority has. */
const clock = createFakeClock(Date.now());
const signal = new AbortController().signal;

let pebble: Pebble;
let app: TestApp;
let listeners: Listeners;
beforeAll(async () => {
  if (!isInstalled) return;
  pebble = await startPebble(port);
  const settings = { acme: DOMAINS, acme_directory: pebble.directory, acme_ca: PEBBLE_CA, tls_only: true };
  app = await createTestApp({ ...settings, metrics_token: 'a token of metrics' }, { clock });
  const files = { cert: certificateFile(), key: certificateFile() };
  listeners = listen(app.http, {
    host: '127.0.0.1',
    port,
    tls: { files, port: 0, only: { baseUrl: '' } },
    websocket: app.realtime.websocket,
    clock,
    log: app.deps.log,
  });
});
afterAll(async () => {
  await listeners?.stop(true);
  await app?.stop();
  await pebble?.stop();
});

const certificateFile = () => join(app.data, 'acme', 'certificate.pem');

const renewal = () => app.deps.services.certificates.renewal as CertificateRenewal;

/** Renewals with another directory or other names, on files of their own. */
async function otherRenewal(name: string, more: Partial<RenewalOptions>) {
  const other = new CertificateRenewal({
    file: join(app.data, name, 'certificate.pem'),
    directory: pebble.directory,
    domains: DOMAINS,
    caFile: PEBBLE_CA,
    email: '',
    externalAccount: undefined,
    // The authority asks the server of this file.
    proof: proveByHttp(app.deps.services.certificates.challengeTexts),
    clock,
    log: app.deps.log,
    ...more,
  });
  await other.prepare();
  return other;
}

/** Issuer, names and serial number of the certificate that a new connection is shown. */
const shown = () =>
  new Promise<{ issuer: string; names: string; serial: string }>((done, fail) => {
    const target = { host: '127.0.0.1', port: listeners.tlsPort, rejectUnauthorized: false };
    const socket = connect(target, () => {
      const { issuer, subjectaltname, serialNumber } = socket.getPeerCertificate();
      done({ issuer: String(issuer.CN), names: String(subjectaltname), serial: serialNumber });
      socket.end();
    });
    socket.on('error', fail);
  });

/** An executable that runs this script. */
function writeHook(name: string, script: string): string {
  const file = join(app.data, name);
  writeFileSync(`${file}.cjs`, `(async () => {${script}})()`);
  writeFileSync(file, `#!/bin/sh\nexec '${process.execPath}' '${file}.cjs' "$@"\n`, { mode: 0o755 });
  return file;
}

const messages = (text: string) =>
  app.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.includes(text));

const readMetric = async (name: string) => {
  const headers = { authorization: 'Bearer a token of metrics' };
  const { text } = await app.request('GET', '/metrics', { headers });
  return Number(new RegExp(`^galley_${name} (.*)$`, 'm').exec(text)?.[1]);
};

describe.skipIf(!isInstalled)('a certificate of an authority', () => {
  test('is issued over the plain port, which otherwise redirects, and replaces one that signs itself', async () => {
    expect((await shown()).issuer).toBe('Galley without a certificate');
    expect(renewal().status()).toEqual({ status: 'none', valid_to: null });
    await renewal().renewIfDue(signal);
    listeners.reloadCertificate();
    const { issuer, names } = await shown();
    expect(issuer).toStartWith('Pebble Intermediate CA');
    expect(names).toBe('DNS:mail.example.test, DNS:www.example.test');
    expect(DOMAINS.every(listeners.isCertifiedFor)).toBe(true);
    const { status, valid_to } = renewal().status();
    expect(status).toBe('ok');
    expect((await app.request('GET', '/api/v1/health')).body.certificate).toEqual({ status, valid_to });
    expect(await readMetric('certificate_expires_timestamp_seconds')).toBe(Date.parse(valid_to ?? '') / 1000);
    expect(await readMetric('certificate_renewal_failing')).toBe(0);
  });

  test('is kept where only the owner reads it, with the key of the account', () => {
    expect(statSync(join(app.data, 'acme')).mode & 0o777).toBe(0o700);
    for (const name of ['certificate.pem', 'account.pem', 'attempts.json'])
      expect(statSync(join(app.data, 'acme', name)).mode & 0o777).toBe(0o600);
    expect(readFileSync(certificateFile(), 'utf8').match(/-----BEGIN [A-Z ]+-----/g)).toEqual([
      '-----BEGIN PRIVATE KEY-----',
      '-----BEGIN CERTIFICATE-----',
      '-----BEGIN CERTIFICATE-----',
    ]);
  });

  test('is renewed when a third of its lifetime is left, with the same account, under open connections', async () => {
    const account = readFileSync(join(app.data, 'acme', 'account.pem'), 'utf8');
    const first = await shown();
    const socket = new WebSocket(
      `wss://127.0.0.1:${listeners.tlsPort}/app/${app.first.project_id}?protocol=7`,
      {
        tls: { rejectUnauthorized: false },
      } as never,
    );
    const hear = () =>
      new Promise<string>((done) =>
        socket.addEventListener('message', ({ data }) => done(data), { once: true }),
      );
    expect(await hear()).toContain('pusher:connection_established');
    const lifetime = Date.parse(renewal().status().valid_to ?? '') - clock.now();
    clock.advance(lifetime * 0.6);
    await renewal().renewIfDue(signal);
    listeners.reloadCertificate();
    expect(await shown()).toEqual(first);
    clock.advance(lifetime * 0.1);
    await renewal().renewIfDue(signal);
    listeners.reloadCertificate();
    const next = await shown();
    expect(next.names).toBe(first.names);
    expect(next.serial).not.toBe(first.serial);
    const heard = hear();
    socket.send('{"event":"pusher:ping","data":{}}');
    expect(await heard).toContain('pusher:pong');
    socket.close();
    expect(readFileSync(join(app.data, 'acme', 'account.pem'), 'utf8')).toBe(account);
    clock.advance(lifetime * -0.7);
  });

  test('is there for other domains, and from another directory, at the next check', async () => {
    const settings = { file: 'changed', domains: ['other.example.test'] };
    const before = await otherRenewal(settings.file, {});
    await before.renewIfDue(signal);
    const after = await otherRenewal(settings.file, { domains: settings.domains, email: 'x@example.test' });
    expect(after.status().status).toBe('ok');
    await after.renewIfDue(signal);
    const pem = readFileSync(join(app.data, settings.file, 'certificate.pem'), 'utf8');
    const { X509Certificate } = await import('node:crypto');
    expect(new X509Certificate(pem).subjectAltName).toBe('DNS:other.example.test');
  });

  test('stays while the directory fails; attempts become rarer, and urgent ones are errors', async () => {
    await (await otherRenewal('failing', {})).renewIfDue(signal);
    const kept = readFileSync(join(app.data, 'failing', 'certificate.pem'), 'utf8');
    const failing = await otherRenewal('failing', { directory: 'https://127.0.0.1:1/dir' });
    const { valid_to } = failing.status();
    app.logLines.length = 0;
    const attempts: number[] = [];
    const started = clock.now();
    for (let minute = 0; minute < 3 * 24 * 60; minute += 1) {
      const { length } = app.logLines;
      await failing.renewIfDue(signal);
      if (app.logLines.length > length) attempts.push(clock.now() - started);
      clock.advance(MINUTE_MS);
    }
    // After 1, 4, 16, 64 and 256 minutes, then every twelve hours, each up to a tenth later.
    expect([10, 11]).toContain(attempts.length);
    expect(attempts.filter((at) => at < HOUR_MS).length).toBe(4);
    expect(failing.status()).toEqual({ status: 'failing', valid_to });
    expect(readFileSync(join(app.data, 'failing', 'certificate.pem'), 'utf8')).toBe(kept);
    const warnings = messages('the certificate could not be obtained; the old one stays in use');
    expect(warnings.length).toBe(attempts.length);
    expect(warnings[0]).toMatchObject({
      level: 40,
      reason:
        'No certificate for mail.example.test, www.example.test from 127.0.0.1:1: the directory cannot be reached (ECONNREFUSED).',
    });
    expect(new Set(warnings.map(({ failing_since }) => failing_since)).size).toBe(1);
    const end = Date.parse(valid_to ?? '') - clock.now();
    clock.advance(end - 2 * DAY_MS);
    await failing.renewIfDue(signal);
    expect(messages('the old one stays').at(-1)).toMatchObject({ level: 50, days_left: 2 });
    // A restart tries again soon, and knows that it fails.
    const restarted = await otherRenewal('failing', {});
    expect(restarted.status().status).toBe('failing');
    await restarted.renewIfDue(signal);
    expect(restarted.status().status).toBe('failing');
    clock.advance(2 * MINUTE_MS);
    await restarted.renewIfDue(signal);
    expect(restarted.status().status).toBe('ok');
    clock.advance(started - clock.now());
  });

  test('is not issued for a name that the authority refuses; the log says so in a sentence', async () => {
    const proof = proveByHttp(new Map());
    const other = await otherRenewal('refused', { domains: ['xn--a.example.test.'.slice(0, -1)], proof });
    app.logLines.length = 0;
    await other.renewIfDue(signal);
    const [line] = messages('browsers will refuse this server until then');
    expect(line.level).toBe(50);
    expect(line.reason).toMatch(/^No certificate for xn--a\.example\.test from 127\.0\.0\.1:\d+: .+\.$/);
    expect(other.status()).toEqual({ status: 'failing', valid_to: null });
  });

  test('is issued for a record that a hook sets; a hook that fails is named with what it says', async () => {
    const hook = writeHook(
      'hook',
      `
      const [action, host, value] = process.argv.slice(2);
      await fetch('${pebble.records}/' + (action === 'present' ? 'set-txt' : 'clear-txt'), {
        method: 'POST', body: JSON.stringify({ host, value }),
      });
      require('node:fs').appendFileSync('${join(app.data, 'hook.log')}', action + ' ' + host + '\\n');`,
    );
    const other = await otherRenewal('dns', { proof: proveByDns(hook) });
    await other.renewIfDue(signal);
    expect(other.status().status).toBe('ok');
    const calls = DOMAINS.flatMap((name) => [
      `cleanup _acme-challenge.${name}.`,
      `present _acme-challenge.${name}.`,
    ]);
    expect(readFileSync(join(app.data, 'hook.log'), 'utf8').trim().split('\n').toSorted()).toEqual(
      calls.toSorted(),
    );

    const refusing = writeHook('refusing', `console.error('no such zone'); process.exit(3);`);
    const hooks = {
      refusing: / present ended with 3: no such zone\.$/,
      missing: /missing cannot be started: name an executable/,
    };
    for (const [name, reason] of Object.entries(hooks)) {
      app.logLines.length = 0;
      const proof = proveByDns(name === 'missing' ? join(app.data, name) : refusing);
      await (await otherRenewal(`dns-${name}`, { proof })).renewIfDue(signal);
      expect(messages('browsers will refuse this server until then')[0].reason).toMatch(reason);
    }
  });

  test('is issued by an authority with accounts of its own, with the key that it gave', async () => {
    const [kid, hmacKey] = ['kid-1', 'zWNDZM6eQGHWpSRTPal5eIUYFTu7EajVIoguysqZ9wG44nMEtx3MUAsUDkMTQ12W'];
    const strict = (await startPebble(port, { externalAccounts: { [kid]: hmacKey } })) as Pebble;
    const { directory } = strict;
    try {
      const outcomes: string[] = [];
      for (const [name, externalAccount] of Object.entries({
        none: undefined,
        wrong: { kid, hmacKey: hmacKey.toLowerCase() },
        right: { kid, hmacKey },
      })) {
        const other = await otherRenewal(`bound-${name}`, { directory, externalAccount });
        await other.renewIfDue(signal);
        outcomes.push(other.status().status);
      }
      expect(outcomes).toEqual(['failing', 'failing', 'ok']);
      expect(app.logLines.join('')).not.toContain(hmacKey);
    } finally {
      await strict.stop();
    }
  });

  test('a damaged file is replaced by one that signs itself', async () => {
    const file = join(app.data, 'damaged', 'certificate.pem');
    await (await otherRenewal('damaged', {})).renewIfDue(signal);
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, 400));
    const other = await otherRenewal('damaged', {});
    expect(other.status()).toEqual({ status: 'none', valid_to: null });
    expect(existsSync(file)).toBe(true);
  });

  test('unknown challenges are not found, and other paths still redirect', async () => {
    const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' });
    expect((await get('/.well-known/acme-challenge/nothing')).status).toBe(404);
    expect((await get('/.well-known/other')).status).toBe(308);
    expect(
      (await fetch(`http://127.0.0.1:${port}/.well-known/acme-challenge/x`, { method: 'POST' })).status,
    ).toBe(403);
  });
});

test('settings', () => {
  expect(findAcmeDirectory({ acme_staging: true, acme_directory: 'https://x.test' } as never)).toContain(
    'staging',
  );
  expect(findCertificateFiles({ acme: ['a.test'], data: '/d', tls_cert: '', tls_key: '' } as never)).toEqual({
    cert: '/d/acme/certificate.pem',
    key: '/d/acme/certificate.pem',
  });
});
