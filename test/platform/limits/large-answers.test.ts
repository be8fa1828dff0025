import { describe, expect, test } from 'bun:test';
import {
  encodeJson,
  encodeJsonParts,
  type LazyJson,
  storedJson,
} from '../../../src/platform/json/stored-json.ts';
import { countHeldBytes, streamParts } from '../../../src/platform/limits/large-answers.ts';

const KB = 1024;

/** Bytes that are told apart by their place, and how they were read. */
function lazy(byteLength: number) {
  const bytes = Uint8Array.from({ length: byteLength }, (_, index) => index % 251);
  const reads: number[] = [];
  const json: LazyJson = {
    byteLength,
    async read(offset, length) {
      reads.push(length);
      return bytes.subarray(offset, offset + length);
    },
  };
  return { bytes, reads, json };
}

describe('a stream', () => {
  test('reads a chunk when the one before it has been taken', async () => {
    const { bytes, reads, json } = lazy(1000 * KB);
    let released = 0;
    const stream = streamParts([Buffer.from('['), json, Buffer.from(']')], () => {
      released += 1;
    });
    const reader = stream.getReader();
    await Bun.sleep(1);
    expect(reads).toEqual([]);
    const chunks = [(await reader.read()).value as Uint8Array];
    await Bun.sleep(1);
    expect(reads).toEqual([256 * KB - 1]);
    for (let next = await reader.read(); !next.done; next = await reader.read()) chunks.push(next.value);
    expect(Buffer.concat(chunks)).toEqual(Buffer.concat([Buffer.from('['), bytes, Buffer.from(']')]));
    expect(chunks.map(({ length }) => length)).toEqual(
      [256, 256, 256, 232].map((size, i) => size * KB + (i === 3 ? 2 : 0)),
    );
    expect(released).toBe(1);
  });

  test('returns its bytes to the budget when the client leaves', async () => {
    let released = 0;
    const stream = streamParts([lazy(1000 * KB).json], () => {
      released += 1;
    });
    const reader = stream.getReader();
    await reader.read();
    await reader.cancel();
    expect(released).toBe(1);
  });

  test('and when a part cannot be read any more', async () => {
    let released = 0;
    const gone: LazyJson = { byteLength: 10, read: () => Promise.reject(new Error('gone')) };
    const reader = streamParts([gone], () => {
      released += 1;
    }).getReader();
    expect(reader.read()).rejects.toThrow('gone');
    await Bun.sleep(1);
    expect(released).toBe(1);
  });

  test('ends for a client that reads too slowly', async () => {
    let now = 0;
    const options = { now: () => now, maxMs: 1000 };
    const reader = streamParts([lazy(1000 * KB).json], () => {}, options).getReader();
    await reader.read();
    now = 1001;
    expect(reader.read()).rejects.toThrow('too slowly');
  });

  test('holds what it has, and two chunks of what it reads', () => {
    expect(countHeldBytes([new Uint8Array(300 * KB)])).toBe(556 * KB);
    expect(countHeldBytes([new Uint8Array(KB), lazy(1000 * KB).json, new Uint8Array(KB)])).toBe(514 * KB);
  });
});

test('lazy JSON is a part of its own, and an answer that cannot be streamed refuses it', async () => {
  const text = '{"a":1}';
  const json: LazyJson = { byteLength: text.length, read: async () => Buffer.from(text) };
  const value = { data: [{ content: storedJson(json) }, storedJson(Buffer.from('2'))] };
  const parts = encodeJsonParts(value, KB);
  expect(Array.isArray(parts)).toBe(true);
  expect(await new Response(streamParts(parts as LazyJson[], () => {})).text()).toBe(
    '{"data":[{"content":{"a":1}},2]}',
  );
  expect(() => encodeJson(value)).toThrow('can only be read asynchronously');
});

test('a large answer refers to stored JSON and does not copy it, because caches keep answers', () => {
  const bytes = Buffer.from(JSON.stringify('a'.repeat(KB)));
  const value = { data: { content: storedJson(bytes), version: 1 } };
  const parts = encodeJsonParts(value, KB) as Uint8Array[];
  expect(parts[1]).toBe(bytes);
  expect(Buffer.concat(parts).toString()).toBe(encodeJson(value).toString());
  expect(encodeJsonParts(value, 2 * KB)).toEqual(encodeJson(value) as Uint8Array);
});
