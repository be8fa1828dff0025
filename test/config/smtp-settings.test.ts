import { describe, expect, test } from 'bun:test';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings, readMailServer } from '../../src/config/index.ts';

const read = (env: Record<string, string>) => readMailServer(loadSettings({}, env));
const FROM = { GALLEY_SMTP_FROM: 'Galley <mail@galley.example>' };
const SECRET = 'hunter2';

const describeServer = (env: Record<string, string>) => {
  const server = read({ ...FROM, ...env });
  if (server === undefined) return 'none';
  const { host, port, encryption, credentials } = server;
  return `${host}:${port} ${encryption}${credentials ? ` ${credentials.user}/${credentials.password}` : ''}`;
};

describe('the mail server', () => {
  test.each<[string, Record<string, string>, string]>([
    ['none', {}, 'none'],
    ['a host', { GALLEY_SMTP_HOST: 'mx.example' }, 'mx.example:587 offered'],
    [
      'a password makes TLS a must',
      { GALLEY_SMTP_HOST: 'mx.example', GALLEY_SMTP_USER: 'u', GALLEY_SMTP_PASSWORD: 'p' },
      'mx.example:587 starttls u/p',
    ],
    [
      'but not on this machine',
      {
        GALLEY_SMTP_HOST: 'localhost',
        GALLEY_SMTP_PORT: '1025',
        GALLEY_SMTP_USER: 'u',
        GALLEY_SMTP_PASSWORD: 'p',
      },
      'localhost:1025 offered u/p',
    ],
    ['port 465 is TLS', { GALLEY_SMTP_HOST: 'mx.example', GALLEY_SMTP_PORT: '465' }, 'mx.example:465 tls'],
    ['TLS is port 465', { GALLEY_SMTP_HOST: 'mx.example', GALLEY_SMTP_SECURE: 'tls' }, 'mx.example:465 tls'],
    ['none is none', { GALLEY_SMTP_HOST: 'mx.example', GALLEY_SMTP_SECURE: 'none' }, 'mx.example:587 none'],
    ['a URL', { GALLEY_SMTP_URL: 'smtp://mx.example' }, 'mx.example:587 offered'],
    ['a URL with TLS', { GALLEY_SMTP_URL: 'smtps://u%40x:p%2F@mx.example' }, 'mx.example:465 tls u@x/p/'],
    ['a URL with a port', { GALLEY_SMTP_URL: 'smtp://u:p@mx.example:2525' }, 'mx.example:2525 starttls u/p'],
    ['a URL of IPv6', { GALLEY_SMTP_URL: 'smtp://[::1]:25' }, '::1:25 offered'],
  ])('%s', (_name, env, expected) => {
    expect(describeServer(env)).toBe(expected);
  });

  test.each<[string, Record<string, string>, string]>([
    ['no sender', { GALLEY_SMTP_HOST: 'mx.example', GALLEY_SMTP_FROM: '' }, 'GALLEY_SMTP_FROM is not set'],
    [
      'a sender that is none',
      { GALLEY_SMTP_HOST: 'mx.example', GALLEY_SMTP_FROM: 'Galley' },
      'GALLEY_SMTP_FROM must be',
    ],
    [
      'two senders',
      { GALLEY_SMTP_HOST: 'mx.example', GALLEY_SMTP_FROM: 'a@b.c, d@e.f' },
      'GALLEY_SMTP_FROM must be',
    ],
    [
      'both ways',
      { GALLEY_SMTP_HOST: 'mx.example', GALLEY_SMTP_URL: `smtp://u:${SECRET}@mx.example` },
      'are both set',
    ],
    [
      'a user without a password',
      { GALLEY_SMTP_HOST: 'mx.example', GALLEY_SMTP_USER: 'u' },
      'Set both or neither',
    ],
    [
      'a password without a user',
      { GALLEY_SMTP_HOST: 'mx.example', GALLEY_SMTP_PASSWORD: SECRET },
      'Set both or neither',
    ],
    [
      'a URL of something else',
      { GALLEY_SMTP_URL: `https://u:${SECRET}@mx.example` },
      'GALLEY_SMTP_URL must be',
    ],
    ['a URL that is none', { GALLEY_SMTP_URL: SECRET }, 'GALLEY_SMTP_URL must be'],
    [
      'a URL that cannot be decoded',
      { GALLEY_SMTP_URL: `smtp://u:${SECRET}%zz@mx.example` },
      'percent-encoded',
    ],
  ])('%s is refused, and no secret is repeated', (_name, env, message) => {
    const run = () => read({ ...FROM, ...env });
    expect(run).toThrow(message);
    try {
      run();
    } catch (error) {
      expect((error as Error).message).not.toContain(SECRET);
    }
  });

  test('has its password in a file', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'galley-smtp-')), 'password');
    writeFileSync(file, 'from file\n');
    const env = { GALLEY_SMTP_HOST: 'mx.example', GALLEY_SMTP_USER: 'u' };
    expect(describeServer({ ...env, GALLEY_SMTP_PASSWORD_FILE: file })).toBe(
      'mx.example:587 starttls u/from file',
    );
    expect(() =>
      describeServer({ ...env, GALLEY_SMTP_PASSWORD_FILE: file, GALLEY_SMTP_PASSWORD: 'x' }),
    ).toThrow('both set');
    expect(() => describeServer({ ...env, GALLEY_SMTP_PASSWORD_FILE: `${file}x` })).toThrow(
      'GALLEY_SMTP_PASSWORD_FILE',
    );
  });

  test.each([
    ['mail@galley.example', '', 'mail@galley.example'],
    ['Galley <mail@galley.example>', 'Galley', 'mail@galley.example'],
    ['"Galley, Inc." <mail@galley.example>', 'Galley, Inc.', 'mail@galley.example'],
    ['<mail@galley.example>', '', 'mail@galley.example'],
  ])('%s is a sender', (text, name, address) => {
    expect(read({ GALLEY_SMTP_HOST: 'x', GALLEY_SMTP_FROM: text })?.from).toEqual({ name, address });
  });
});

test.each([
  [{ tls_cert: 'a' }, '--tls-cert needs --tls-key too.'],
  [{ tls_key: 'a' }, '--tls-key needs --tls-cert too.'],
  [
    { tls_only: true },
    'GALLEY_TLS_ONLY needs a certificate: set GALLEY_TLS_CERT and GALLEY_TLS_KEY, or GALLEY_ACME_DOMAINS.',
  ],
  [
    { tls_only: true, tls_cert: 'a', tls_key: 'b', base_url: 'http://mail.example.com' },
    'GALLEY_TLS_ONLY needs an address with https in GALLEY_BASE_URL, not http://mail.example.com.',
  ],
])('%j is half a certificate', (flags, message) => {
  expect(() => loadSettings(flags, {})).toThrow(message);
});
