import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dir, '../..');

const glossary = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
  .split('\n## ')
  .find((section) => section.startsWith('Glossary'));

/** Test words that say nothing to a reader. */
const OF_TESTS = ['seatOf', 'PLENTY', 'createInitializedPlace'];

const rows = [...(glossary ?? '').matchAll(/^\| (?!word|---)(.+?) \| (.+?) \| (.*?) ?\|$/gm)];
const forbidden = [
  ...rows.flatMap(([, , , not = '']) => [...not.matchAll(/`(\w+)`/g)].map(([, name]) => name)),
  ...OF_TESTS,
];

test('the glossary is short, and has each word once', () => {
  const words = rows.map(([, word]) => word);
  expect(words.length).toBeGreaterThan(30);
  expect(glossary?.split('\n').length).toBeLessThanOrEqual(60);
  expect(new Set(words).size).toBe(words.length);
});

test('names that the glossary replaces occur nowhere', () => {
  const declared = new RegExp(
    `\\b(?:type|interface|class|const|function|let) (${forbidden.join('|')})\\b`,
    'g',
  );
  const found = ['src', 'scripts', 'test'].flatMap((folder) =>
    [...new Bun.Glob(`${folder}/**/*.{ts,tsx}`).scanSync(ROOT)].flatMap((file) =>
      [...readFileSync(join(ROOT, file), 'utf8').matchAll(declared)].map(([, name]) => `${file}: ${name}`),
    ),
  );
  expect(found).toEqual([]);
});

test('functions record what has happened', () => {
  const found = [...new Bun.Glob('src/**/*.{ts,tsx}').scanSync(ROOT)].flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/\bfunction (note[A-Z]\w*)/g)].map(
      ([, name]) => `${file}: ${name}`,
    ),
  );
  expect(found).toEqual([]);
});
