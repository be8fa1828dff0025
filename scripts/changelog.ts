import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { version } from '../package.json';

/**
 * Moves the lines of `changes/<topic>.md` to CHANGELOG.md, under the version of package.json, and removes these files.
 * `bun run changelog`, before the commit that gets the tag of the version.
 */

/** Files of changes that are not in CHANGELOG.md yet, sorted by their names. */
export const listChanges = (root: string): string[] =>
  readdirSync(join(root, 'changes'))
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .sort();

/** Adds a section for the version above the others, or adds to the one it has. Throws if a file is not one line. */
export function joinChanges(root: string, version: string): void {
  const names = listChanges(root);
  if (names.length === 0) return;
  const entries = names.map((name) => `- ${readChange(root, name)}\n`).join('');
  const path = join(root, 'CHANGELOG.md');
  const text = readFileSync(path, 'utf8');
  const heading = `## [${version}]\n`;
  const first = text.search(/^## \[/m);
  const at = text.indexOf(heading);
  const next = text.indexOf('\n## [', at + 1);
  const end = next === -1 ? text.length : next;
  const joined =
    at === -1
      ? `${text.slice(0, first)}${heading}\n${entries}\n${text.slice(first)}`
      : `${text.slice(0, end).trimEnd()}\n\n${entries}${text.slice(end)}`;
  writeFileSync(path, joined);
  for (const name of names) rmSync(join(root, 'changes', name));
}

function readChange(root: string, name: string): string {
  const line = readFileSync(join(root, 'changes', name), 'utf8').trim();
  if (line === '' || line.includes('\n') || line.startsWith('- '))
    throw new Error(`changes/${name} must be one line for users, without a dash in front.`);
  return line;
}

if (import.meta.main) joinChanges(resolve(import.meta.dir, '..'), version);
