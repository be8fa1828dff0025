import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { parseJsonAnswer } from '../../../src/features/ai/model/json-answer.ts';

const value = fc
  .dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 })
  .map((object) => JSON.parse(JSON.stringify(object)));

/** Text without braces, which may stand around JSON. */
const prose = fc.string().map((text) => text.replace(/[{}"]/g, ''));

test('an object is found, whatever stands around it', () => {
  fc.assert(
    fc.property(value, prose, prose, fc.boolean(), (object, before, after, isFenced) => {
      const json = JSON.stringify(object, null, isFenced ? 2 : 0);
      const text = isFenced ? `${before}\n\`\`\`json\n${json}\n\`\`\`\n${after}` : before + json + after;
      expect(parseJsonAnswer(text)).toEqual(object);
    }),
  );
});

test('of several objects it is the longest', () => {
  expect(parseJsonAnswer('An empty one is {}, yours is {"a": {"b": "}"}} and not {"c": 1}.')).toEqual({
    a: { b: '}' },
  });
});

test('no text is too much for it', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'{}[]",\\:1 a') }),
      (text) => void parseJsonAnswer(text),
    ),
  );
  expect(parseJsonAnswer('{'.repeat(200_000))).toBeUndefined();
  expect(parseJsonAnswer(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)).toBeUndefined();
  expect(parseJsonAnswer(`{"a": "${'\\"'.repeat(200_000)}`)).toBeUndefined();
});

test.each(['', 'no', '[1]', '42', 'null', '{a: 1}'])('%s holds none', (text) => {
  expect(parseJsonAnswer(text)).toBeUndefined();
});
