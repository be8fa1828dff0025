import { expect, test } from 'bun:test';
import { decryptText, encryptText, randomBytes } from '../../../src/platform/security/crypto.ts';

test('an encrypted text is read with its key only, and unchanged only', () => {
  const key = randomBytes(32);
  const encrypted = encryptText(key, 'Grüße');
  expect(decryptText(key, encrypted)).toBe('Grüße');
  expect(encryptText(key, 'Grüße')).not.toBe(encrypted);
  expect(() => decryptText(randomBytes(32), encrypted)).toThrow();
  const bytes = Buffer.from(encrypted, 'base64url');
  for (const index of bytes.keys()) {
    const changed = Buffer.from(bytes);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(() => decryptText(key, changed.toString('base64url'))).toThrow();
  }
  expect(() => decryptText(key, '')).toThrow();
});
