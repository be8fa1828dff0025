import { expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  encodeJson,
  encodeJsonParts,
  isStoredJson,
  parseStoredJson,
  storedJson,
} from '../../src/platform/stored-json.ts';

const encoder = new TextEncoder();
const store = (value: unknown) => storedJson(encoder.encode(JSON.stringify(value)));
const decode = (json: string | Uint8Array) =>
  typeof json === 'string' ? json : new TextDecoder('utf-8', { fatal: true }).decode(json);

/** Values of which some parts are stored JSON, with what they stand for. */
const part = fc.jsonValue({ maxDepth: 2 });
const { value: mixed } = fc.letrec<{ value: { value: unknown; plain: unknown } }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    part.map((plain) => ({ value: plain as unknown, plain: plain as unknown })),
    part.map((plain) => ({ value: store(plain) as unknown, plain: plain as unknown })),
    fc.array(tie('value'), { maxLength: 4 }).map((items) => ({
      value: items.map((item) => item.value),
      plain: items.map((item) => item.plain),
    })),
    fc.array(fc.tuple(fc.string({ unit: 'binary' }), tie('value')), { maxLength: 4 }).map((entries) => ({
      value: Object.fromEntries(entries.map(([key, item]) => [key, item.value])),
      plain: Object.fromEntries(entries.map(([key, item]) => [key, item.plain])),
    })),
  ),
}));

test('stored JSON, wherever it stands, gives the text that JSON.stringify gives of the parsed value', () => {
  fc.assert(
    fc.property(mixed, ({ value, plain }) => {
      expect(decode(encodeJson(value))).toBe(JSON.stringify(plain));
    }),
  );
});

test('stored bytes go out untouched, spaces and order of keys included', () => {
  const text = '{ "b" : 1.0,\n "a": "\\u00e9 é" }';
  const answer = encodeJson({ data: { id: 'x', content: storedJson(encoder.encode(text)) } });
  expect(decode(answer)).toBe(`{"data":{"id":"x","content":${text}}}`);
});

test('properties that are undefined are left out, beside stored ones too', () => {
  const value = { a: undefined, b: store(1), c: undefined, d: { e: undefined, f: [store(2)] } };
  expect(decode(encodeJson(value))).toBe('{"b":1,"d":{"f":[2]}}');
  expect(decode(encodeJson({ a: undefined, b: 1 }))).toBe('{"b":1}');
  expect(decode(encodeJson([undefined, store(1)]))).toBe('[null,1]');
});

test('stored JSON is recognized, and values from clients are not taken for it', () => {
  expect(isStoredJson(store(1))).toBe(true);
  for (const other of [
    null,
    undefined,
    1,
    'x',
    {},
    [],
    JSON.parse('{"stored JSON":[1],"Symbol(stored JSON)":[1]}'),
  ]) {
    expect(isStoredJson(other)).toBe(false);
  }
  expect(parseStoredJson(store({ a: ['ü'] }))).toEqual({ a: ['ü'] });
});

test('a text that is kept is the same, and shares its memory with the stored JSON in the value', () => {
  fc.assert(
    fc.property(mixed, ({ value, plain }) => {
      const kept = encodeJsonParts(value, Number.POSITIVE_INFINITY, { isKept: true });
      expect(decode(kept as string)).toBe(JSON.stringify(plain));
      expect(decode(encodeJson(value))).toBe(JSON.stringify(plain));
    }),
  );
  const content = store({ a: 'ü' });
  const kept = encodeJsonParts({ content }, 100, { isKept: true }) as Uint8Array;
  kept.set(encoder.encode('"b"'), '{"content":{'.length);
  expect(parseStoredJson<unknown>(content)).toEqual({ b: 'ü' });
});
