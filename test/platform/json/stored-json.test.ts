import { expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  encodeJson,
  encodeJsonParts,
  isStoredJson,
  parseStoredJson,
  readJson,
  storedJson,
} from '../../../src/platform/json/stored-json.ts';

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

test('an answer that is kept is the same, and so is every later text of its value', async () => {
  await fc.assert(
    fc.asyncProperty(mixed, async ({ value, plain }) => {
      const expected = JSON.stringify(plain);
      expect(await readAll(encodeJsonParts(value, Number.POSITIVE_INFINITY, { isKept: true }))).toBe(
        expected,
      );
      expect(decode(await readJson(value))).toBe(expected);
      // As for another surface.
      const wrapped = encodeJsonParts({ data: value }, Number.POSITIVE_INFINITY);
      expect(await readAll(wrapped)).toBe(`{"data":${expected}}`);
      expect(await readAll(encodeJsonParts(value, 0))).toBe(expected);
    }),
  );
});

/** An answer's text, whichever form it has. */
async function readAll(answer: ReturnType<typeof encodeJsonParts>): Promise<string> {
  if (!Array.isArray(answer)) return new Response(answer as Blob).text();
  const read = (part: (typeof answer)[number]) =>
    part instanceof Uint8Array ? part : part.read(0, part.byteLength);
  return Buffer.concat(await Promise.all(answer.map(read))).toString();
}

test('stored JSON of an answer that is kept is a part of that answer, and not held a second time', async () => {
  const bytes = encoder.encode('{"a":"ü"}');
  const content = storedJson<unknown>(bytes);
  const kept = encodeJsonParts({ content }, 100, { isKept: true });
  bytes.fill(0);
  expect(await readAll(kept)).toBe('{"content":{"a":"ü"}}');
  expect(decode(await readJson(content))).toBe('{"a":"ü"}');
  expect(() => parseStoredJson(content)).toThrow('asynchronously');
});
