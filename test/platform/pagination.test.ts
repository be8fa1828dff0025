import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { DomainError } from '../../src/platform/errors.ts';
import { decodeCursor, encodeCursor } from '../../src/platform/pagination.ts';

const key = fc.uint8Array({ minLength: 32, maxLength: 32 });
/** An audience must not have line breaks: `signText` throws. */
const text = fc.string({ unit: 'binary' }).map((any) => any.replaceAll('\n', ' '));
const position = fc.array(fc.oneof(text, fc.maxSafeInteger()), { minLength: 1, maxLength: 4 });

function expectRefused(open: () => unknown): void {
  let error: unknown;
  try {
    open();
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(DomainError);
  expect((error as DomainError).code).toBe('validation_failed');
  expect(Object.keys((error as DomainError).details.errors ?? {})).toEqual(['cursor']);
}

test('what was sealed is what is opened, and it fits into a URL', () => {
  fc.assert(
    fc.property(key, text, position, (key, audience, position) => {
      const cursor = encodeCursor(key, audience, position);
      expect(cursor).toMatch(/^[\w-]+$/);
      expect(decodeCursor(key, audience, cursor)).toEqual(position);
    }),
  );
});

test('is not valid for another key or audience', () => {
  fc.assert(
    fc.property(key, key, text, text, position, (key, otherKey, audience, otherAudience, position) => {
      fc.pre(!Buffer.from(key).equals(Buffer.from(otherKey)) && audience !== otherAudience);
      const cursor = encodeCursor(key, audience, position);
      expectRefused(() => decodeCursor(otherKey, audience, cursor));
      expectRefused(() => decodeCursor(key, otherAudience, cursor));
    }),
  );
});

test('no changed bit opens', () => {
  fc.assert(
    fc.property(key, text, position, fc.nat(), fc.nat({ max: 7 }), (key, audience, position, index, bit) => {
      const bytes = Buffer.from(encodeCursor(key, audience, position), 'base64url');
      const at = index % bytes.length;
      bytes[at] = (bytes[at] as number) ^ (1 << bit);
      expectRefused(() => decodeCursor(key, audience, bytes.toString('base64url')));
    }),
  );
});

test('no text made up opens', () => {
  fc.assert(
    fc.property(key, text, fc.oneof(text, fc.base64String()), (key, audience, made) => {
      expectRefused(() => decodeCursor(key, audience, made));
    }),
  );
});

test('audience and position cannot be traded against each other', () => {
  const key = new Uint8Array(32);
  const cursor = encodeCursor(key, 'a', ['b']);
  for (const audience of ['a ', '', 'a["b"]', '["b"]'])
    expectRefused(() => decodeCursor(key, audience, cursor));
});
