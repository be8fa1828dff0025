import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';

export const root = resolve(import.meta.dir, '../..');

/** One source file, named from the root of the project, with the files and packages it imports. */
export interface SourceFile {
  path: string;
  text: string;
  /** Own files, named from the root. */
  files: string[];
  packages: string[];
  /** Names that it exports. */
  exports: string[];
  /** What it uses of own files: `path name`, or `path *` for everything. */
  uses: string[];
}

/** Every TypeScript file below the folders. */
export function readSources(folders: readonly string[] = ['src']): SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => readSource(join(folder, name))),
  );
}

function readSource(path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8');
  const { module } = parseSync(path, text);
  const source: SourceFile = { path, text, files: [], packages: [], exports: [], uses: [] };
  const use = (specifier: string, name: string | null) => {
    if (!specifier.startsWith('.')) source.packages.push(specifier);
    else {
      const file = relative(root, resolve(root, dirname(path), specifier));
      source.files.push(file);
      source.uses.push(`${file} ${name ?? '*'}`);
    }
  };
  for (const { moduleRequest, entries } of module.staticImports) {
    if (entries.length === 0) use(moduleRequest.value, '');
    for (const { importName } of entries)
      use(moduleRequest.value, importName.kind === 'Default' ? 'default' : importName.name);
  }
  for (const { moduleRequest, importName, exportName } of module.staticExports.flatMap(
    ({ entries }) => entries,
  )) {
    if (moduleRequest !== null) use(moduleRequest.value, importName.name);
    const name = exportName.kind === 'Default' ? 'default' : exportName.name;
    if (name !== null) source.exports.push(name);
  }
  // Also in types.
  for (const [, specifier = ''] of text.matchAll(/import\('([^']+)'\)/g)) use(specifier, '*');
  // Other files add to an interface.
  for (const [, specifier = '', body = ''] of text.matchAll(/declare module '([^']+)' \{(.*?)\n\}/gs))
    for (const [, name = ''] of body.matchAll(/interface (\w+)/g)) use(specifier, name);
  return source;
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
