import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { createLogger, type LogLevel } from '../../../src/platform/logging/log.ts';
import { LogBuffer } from '../../../src/platform/logging/log-buffer.ts';
import { redactSecrets } from '../../../src/platform/security/redact.ts';

const SECRETS = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'client_secret',
  'clientSecret',
  'signing_key',
  'signingKey',
  'api_key',
  'apiKey',
  'token',
  'signature',
  'user_signature',
];

function capture(level: LogLevel = 'debug') {
  const lines: string[] = [];
  return { lines, log: createLogger({ level, format: 'json', write: (line) => lines.push(line) }) };
}

test.each(SECRETS)('%s never reaches a line, at the top or one or two objects deeper', (field) => {
  const { lines, log } = capture();
  const value = 's3cr3t-value';
  log.info(
    { [field]: value, a: { [field]: value }, b: { c: { [field]: { nested: value } } }, kept: 'kept' },
    'hello',
  );
  const [line = ''] = lines;
  expect(line).not.toContain(value);
  expect(line.split('[redacted]')).toHaveLength(4);
  expect(JSON.parse(line)).toMatchObject({ msg: 'hello', kept: 'kept' });
});

test('secrets of errors and in lists are redacted, and what is logged is not changed', () => {
  const { lines, log } = capture();
  const request = { token: 's3cr3t-value', list: [{ cookie: 's3cr3t-value' }] };
  const err = Object.assign(new Error('failed'), { request, password: 's3cr3t-value' });
  const facts = { err, request, url: new URL('https://example.com/'), at: new Date(0) };
  log.error(facts, 'hello');
  const [line = ''] = lines;
  expect(line).not.toContain('s3cr3t-value');
  expect(JSON.parse(line)).toMatchObject({
    err: {
      message: 'failed',
      stack: expect.any(String),
      password: '[redacted]',
      request: { token: '[redacted]' },
    },
    request: { token: '[redacted]', list: [{ cookie: '[redacted]' }] },
    url: 'https://example.com/',
    at: '1970-01-01T00:00:00.000Z',
  });
  expect([request.token, request.list[0]?.cookie, err.password]).toEqual(Array(3).fill('s3cr3t-value'));
});

test('facts without secrets are not copied', () => {
  fc.assert(
    fc.property(fc.object({ maxDepth: 4 }), (facts) => {
      const names = JSON.stringify(facts);
      fc.pre(!SECRETS.some((name) => names.includes(`"${name}"`)));
      expect(redactSecrets(facts)).toBe(facts);
    }),
    { examples: [[{ list: [Number.NaN] }]] },
  );
});

test('a line is one JSON object with level and ISO time for any message', () => {
  const { lines, log } = capture();
  log.warn({ path: 'a\nb"c\u2028' }, 'line one\nline two');
  expect(lines).toHaveLength(1);
  expect(lines[0]?.trimEnd()).not.toContain('\n');
  const parsed = JSON.parse(lines[0] ?? '');
  expect(parsed).toMatchObject({ level: 40, path: 'a\nb"c\u2028', msg: 'line one\nline two' });
  expect(new Date(parsed.time).toISOString()).toBe(parsed.time);
});

test.each<[LogLevel, string[]]>([
  ['debug', ['d', 'i', 'w', 'e']],
  ['info', ['i', 'w', 'e']],
  ['warn', ['w', 'e']],
  ['error', ['e']],
  ['silent', []],
])('level %s shows what it should', (level, expected) => {
  const { lines, log } = capture(level);
  log.debug('d');
  log.info('i');
  log.warn('w');
  log.error('e');
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(expected);
});

test('lines of the access log are written together, before any other line and soon', async () => {
  const written: string[] = [];
  const buffer = new LogBuffer((text) => written.push(text));
  const request = '{"level":30,"path":"/x","msg":"request"}\n';
  buffer.add(request);
  buffer.add(request);
  expect(written).toEqual([]);
  buffer.add('{"msg":"other"}\n');
  expect(written).toEqual([`${request}${request}{"msg":"other"}\n`]);
  buffer.add(request);
  while (written.length < 2) await Bun.sleep(10);
  for (let i = 0; i < 1_000; i += 1) buffer.add(request);
  buffer.flush();
  expect(written.length).toBeGreaterThan(3);
  expect(written.join('').split(request).length - 1).toBe(1_003);
});
