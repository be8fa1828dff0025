import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { joinChanges, listChanges } from '../../scripts/changelog.ts';

const FORMER = '# Changelog\n\nAn introduction.\n\n## [0.1.0]\n\n- The first version.\n';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'galley-changelog-'));
  mkdirSync(join(root, 'changes'));
  write('README.md', '# The rule\n\nTwo lines.\n');
  writeFileSync(join(root, 'CHANGELOG.md'), FORMER);
});
afterEach(() => rmSync(root, { recursive: true }));

const write = (name: string, text: string) => writeFileSync(join(root, 'changes', name), text);
const read = () => readFileSync(join(root, 'CHANGELOG.md'), 'utf8');

test('a new version gets a section above the others, sorted by topic', () => {
  write('search.md', 'Searches find numbers.\n');
  write('media.md', 'Files can be renamed.');
  joinChanges(root, '0.2.0');
  const section = '## [0.2.0]\n\n- Files can be renamed.\n- Searches find numbers.\n\n';
  expect(read()).toBe(FORMER.replace('## [0.1.0]', `${section}## [0.1.0]`));
  expect(readdirSync(join(root, 'changes'))).toEqual(['README.md']);
});

test('a version that has a section gets further lines', () => {
  write('media.md', 'Files can be renamed.\n');
  joinChanges(root, '0.2.0');
  write('search.md', 'Searches find numbers.\n');
  joinChanges(root, '0.2.0');
  const section = '## [0.2.0]\n\n- Files can be renamed.\n\n- Searches find numbers.\n\n';
  expect(read()).toBe(FORMER.replace('## [0.1.0]', `${section}## [0.1.0]`));
  write('last.md', 'One more.\n');
  joinChanges(root, '0.1.0');
  expect(read()).toEndWith('- The first version.\n\n- One more.\n');
});

test('without changes nothing is written', () => {
  joinChanges(root, '0.2.0');
  expect(read()).toBe(FORMER);
});

test.each(['', 'One line.\nAnother line.\n', '- With a dash.\n'])(
  '%j is refused, and nothing is written',
  (text) => {
    write('media.md', 'Files can be renamed.\n');
    write('search.md', text);
    expect(() => joinChanges(root, '0.2.0')).toThrow('changes/search.md must be one line');
    expect(read()).toBe(FORMER);
    expect(listChanges(root)).toEqual(['media.md', 'search.md']);
  },
);

test('the changes of this repository can be joined', () => {
  const repository = resolve(import.meta.dir, '../..');
  for (const name of listChanges(repository))
    write(name, readFileSync(join(repository, 'changes', name), 'utf8'));
  expect(() => joinChanges(root, '0.2.0')).not.toThrow();
});
