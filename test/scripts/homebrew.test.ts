import { expect, test } from 'bun:test';
import { createFormula } from '../../scripts/packaging/homebrew.ts';
import { TARGETS } from '../../scripts/release.ts';

test('the formula for Homebrew has the hash of each file', () => {
  const names = TARGETS.map(([, platform]) => `galley-${platform}`);
  const hashes = new Map(names.map((name, index) => [name, String(index).repeat(64)]));
  const url = 'https://github.com/acme/galley/releases/download/v1.2.3';
  const formula = createFormula({ version: '1.2.3', url, hashes });
  const pairs = [...formula.matchAll(/url "(.*?)".*\n\s+sha256 "(\d+)"/g)].map(([, from, hash]) => [
    from,
    hash,
  ]);
  const expected = ['macos-arm64', 'macos-x64', 'linux-arm64', 'linux-x64'].map((platform) => [
    `${url}/galley-${platform}`,
    hashes.get(`galley-${platform}`),
  ]);
  expect(pairs as unknown[]).toEqual(expected);
  expect(formula).toContain('homepage "https://github.com/acme/galley"');
  const count = (pattern: RegExp) => formula.match(pattern)?.length ?? 0;
  expect(count(/^\s*end$/gm)).toBe(count(/ do$|^class |^ +def /gm));
  expect(() => createFormula({ version: '1.2.3', url, hashes: new Map() })).toThrow(
    'no file galley-macos-arm64',
  );
});
