import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dir, '../../src/dashboard');
const SOURCES = [...new Bun.Glob('**/*.{ts,tsx}').scanSync(ROOT)]
  .filter((path) => !path.startsWith('texts/'))
  .map((path) => readFileSync(join(ROOT, path), 'utf8'));

/** `pageTitles` → `PAGE_TITLES`. */
const constantOf = (section: string) => section.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

function findUnused(texts: object, sources: readonly string[], path: string): string[] {
  return Object.entries(texts).flatMap(([name, value]) => {
    const isNamed = sources.some((source) => new RegExp(`\\.${name}\\b`).test(source));
    if (!isNamed) return [`${path}.${name}`];
    // Texts by a value of the service, such as `T.modes[mode]` or all of `T.modes`.
    const isMap = sources.some((source) => new RegExp(`\\.${name}(\\[|\\)|,|;| })`).test(source));
    return typeof value === 'object' && !isMap ? findUnused(value, sources, `${path}.${name}`) : [];
  });
}

test('every text is used by a file that imports its section', async () => {
  // By a path, because texts import pages, which have a configuration of their own for types.
  const { TEXTS } = (await import(join(ROOT, 'texts/index.ts'))) as { TEXTS: Record<string, object> };
  const unused = Object.entries(TEXTS)
    .filter(([section]) => section !== 'pageTitles' && section !== 'roles')
    .flatMap(([section, texts]) => {
      const constant = new RegExp(`import \\{[^}]*\\b${constantOf(section)}\\b`);
      const sources = SOURCES.filter((source) => constant.test(source));
      return findUnused(texts, sources, section);
    });
  expect(unused).toEqual([]);
});
