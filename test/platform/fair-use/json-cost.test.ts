import { describe, expect, test } from 'bun:test';
import { DomainError } from '../../../src/platform/errors.ts';
import {
  MAX_JSON_ESCAPES,
  MAX_JSON_NAMES,
  MAX_JSON_TEXTS,
  MAX_JSON_VALUES,
  MemberFinder,
  refuseCostlyJson,
} from '../../../src/platform/fair-use/json-cost.ts';
import { sampleContent } from '../../mail/model/sample-content.ts';

/** What is too much, or undefined if the JSON is accepted. */
function refusalOf(json: string): string | undefined {
  try {
    refuseCostlyJson(new TextEncoder().encode(json));
  } catch (error) {
    if (error instanceof DomainError && error.code === 'too_large') return error.message;
    throw error;
  }
  return undefined;
}

const TOO_MANY_VALUES = 'The body has more than 200,000 values. Split it or leave something out.';
const TOO_MANY_NAMES =
  'The body has more than 10,000 different property names. Split it or leave something out.';

const repeat = (item: string, count: number) => Array.from({ length: count }, () => item).join(',');

describe('values are counted', () => {
  test.each<[string, (count: number) => string, number]>([
    ['numbers in a list', (count) => `[${repeat('0', count)}]`, MAX_JSON_VALUES - 2],
    ['empty objects', (count) => `[${repeat('{}', count)}]`, (MAX_JSON_VALUES - 2) / 2],
    ['lists in lists', (count) => '['.repeat(count) + ']'.repeat(count), MAX_JSON_VALUES - 1],
    ['objects with one property', (count) => `[${repeat('{"a":0}', count)}]`, (MAX_JSON_VALUES - 2) / 2],
    ['properties of numeric names', (count) => `{${repeat('"7000000":0', count)}}`, MAX_JSON_VALUES / 30 - 1],
    ['properties of escaped names', (count) => `{${repeat('"\\u0037":0', count)}}`, MAX_JSON_VALUES / 30 - 1],
    ['properties of one name', (count) => `{${repeat('"a":0', count)}}`, MAX_JSON_VALUES - 2],
  ])('%s', (_name, make, most) => {
    expect(refusalOf(make(most))).toBeUndefined();
    expect(refusalOf(make(most + 2))).toBe(TOO_MANY_VALUES);
  });
});

describe('texts are counted', () => {
  test.each<[string, (count: number) => string]>([
    ['in a list', (count) => `[${repeat('"text"', count)}]`],
    ['in objects', (count) => `[${repeat('{"a":"text"}', count)}]`],
  ])('%s', (_name, make) => {
    expect(refusalOf(make(MAX_JSON_TEXTS - 2_000))).toBeUndefined();
    expect(refusalOf(make(MAX_JSON_TEXTS + 1))).toMatch(/more than (100,000 texts|200,000 values)/);
  });
});

describe('different names are counted', () => {
  const names = (count: number, make = (index: number) => `k${index}`) =>
    Array.from({ length: count }, (_, index) => `"${make(index)}":0`);
  // Names that share a hash count as one, so some more than the limit are accepted.
  const MORE = MAX_JSON_NAMES + 2_000;

  test.each<[string, (count: number) => string]>([
    ['in one object', (count) => `{${names(count).join(',')}}`],
    ['in an object each', (count) => `[${names(count).map((name) => `{${name}}`)}]`],
    ['with spaces around', (count) => `{ ${names(count).join(' , ').replaceAll(':', ' : ')} }`],
    ['with a common beginning', (count) => `{${names(count, (index) => `${'x'.repeat(40)}${index}`)}}`],
    ['behind lists', (count) => `{"a":[[],[1]],${names(count)}}`],
  ])('%s', (_name, make) => {
    expect(refusalOf(make(MAX_JSON_NAMES - 10))).toBeUndefined();
    expect(refusalOf(make(MORE))).toBe(TOO_MANY_NAMES);
  });

  test('values are no names, and a repeated name counts once', () => {
    const values = Array.from({ length: 3 * MAX_JSON_NAMES }, (_, index) => `"v${index}"`);
    expect(refusalOf(`[${values}]`)).toBeUndefined();
    expect(refusalOf(`[${values.map((value) => `{"a":${value},"b":0}`)}]`)).toBeUndefined();
  });
});

test('escapes are counted', () => {
  const refused = 'The body has more than 1,250,000 escaped characters. Split it or leave something out.';
  for (const sequence of ['\\n', '\\"', '\\\\']) {
    const json = (count: number) => `["${sequence}","${sequence.repeat(count - 2)}",{"${sequence}":0}]`;
    expect(refusalOf(json(MAX_JSON_ESCAPES))).toBeUndefined();
    expect(refusalOf(json(MAX_JSON_ESCAPES + 1))).toBe(refused);
  }
});

test('separators inside texts do not count, also behind escapes', () => {
  const text = JSON.stringify(',[{"\\\\,":'.repeat(MAX_JSON_VALUES));
  expect(refusalOf(`{"a":${text},"b":[0]}`)).toBeUndefined();
});

test('a content of the largest size that editors make is accepted', () => {
  const blocks = sampleContent(1, 2_000_000);
  expect(refusalOf(JSON.stringify({ content: blocks }))).toBeUndefined();
});

test('text that is not JSON does no harm', () => {
  for (const text of [
    ']'.repeat(100_000),
    '"'.repeat(100_001),
    '\\'.repeat(100_001),
    `"${'\\'.repeat(100_001)}`,
  ]) {
    expect(refusalOf(text)).toBeUndefined();
  }
});

describe('a member of the outermost object is found', () => {
  const long = 'x'.repeat(70_000);
  test.each<[string, string, string | undefined]>([
    ['among others', `{"a":1,"b" : "${long}" ,"c":{"d":2}}`, ` "${long}" `],
    ['at the end', `{"a":{"b":"x"},"b":["${long}"]}`, `["${long}"]`],
    ['with brackets and quotes in texts', `{"b":["}]\\"}${long}"],"c":1}`, `["}]\\"}${long}"]`],
    ['not within another', `{"a":{"b":"${long}"}}`, undefined],
    ['not in a list', `[{"b":"${long}"}]`, undefined],
    ['not in a text', `"${long}"`, undefined],
    ['the last of several, if it is smaller', `{"b":"${long}","b":1}`, '1'],
    ['the last of several, if it is larger', `{"b":1,"b":"${long}","a":1}`, `"${long}"`],
    ['not before an escaped name', `{"b":"${long}","\\u0062":1}`, undefined],
    ['behind an escaped name', `{"\\u0062":1,"b":"${long}"}`, `"${long}"`],
  ])('%s', (_name, json, value) => {
    const bytes = Buffer.from(json);
    const member = new MemberFinder('b');
    refuseCostlyJson(bytes, member);
    const { found } = member;
    expect(found && bytes.subarray(found.start, found.end).toString()).toBe(value);
  });
});
