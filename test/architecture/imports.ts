import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

export const root = resolve(import.meta.dir, '../..');

/** One source file, named from the root of the project, with the files and packages it imports. */
export interface SourceFile {
  path: string;
  text: string;
  /** Own files, named from the root. */
  files: string[];
  packages: string[];
}

const IMPORT = /(?:^|\n)\s*(?:import|export)\s(?:[^'";]*?\sfrom\s)?'([^']+)'|import\('([^']+)'\)/g;

/** Every TypeScript file below `src`. */
export function readSources(): SourceFile[] {
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readSource(join('src', name)));
}

function readSource(path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8');
  const specifiers = [...text.matchAll(IMPORT)].map((match) => (match[1] ?? match[2]) as string);
  const own = specifiers.filter((specifier) => specifier.startsWith('.'));
  return {
    path,
    text,
    files: own.map((specifier) => relative(root, resolve(root, dirname(path), specifier))),
    packages: specifiers.filter((specifier) => !specifier.startsWith('.')),
  };
}

/** The cycles among own files, each as the path around it. */
export function findCycles(sources: readonly SourceFile[]): string[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (path: string, trail: string[]): void => {
    if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
    if (trail.includes(path) || done.has(path)) return;
    for (const next of byPath.get(path)?.files ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const source of sources) visit(source.path, []);
  return cycles;
}
