import { expect, test } from 'bun:test';
import { createLogger, type LogLevel } from '../../src/platform/log.ts';

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
