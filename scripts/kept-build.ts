import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { sha256Hex } from '../src/platform/security/crypto.ts';

const root = resolve(import.meta.dir, '..');
const folder = join(root, 'dist/kept');

/** Files and folders on which every build depends. */
const COMMON = ['package.json', 'bun.lock', 'tsconfig.json', 'scripts'];

/**
 * The text that `build` makes. It is kept in `dist` until a file of `sources` changes (files and folders below the root),
 * because many processes of tests ask for it.
 */
export async function keepBuild(
  name: string,
  sources: readonly string[],
  build: () => Promise<string>,
): Promise<string> {
  const inputs = [...sources, ...COMMON].flatMap(filesOf).map((path) => readFileSync(path, 'utf8'));
  const path = join(folder, `${name}-${sha256Hex([Bun.version, ...inputs].join('\n'))}.txt`);
  if (existsSync(path)) return readFileSync(path, 'utf8');
  const text = await build();
  mkdirSync(folder, { recursive: true });
  // Renamed when complete, so that other processes never read a part.
  await Bun.write(`${path}.${process.pid}`, text);
  renameSync(`${path}.${process.pid}`, path);
  return text;
}

function filesOf(source: string): string[] {
  const path = join(root, source);
  if (statSync(path).isFile()) return [path];
  const names = (readdirSync(path, { recursive: true }) as string[]).sort();
  return names.map((name) => join(path, name)).filter((file) => statSync(file).isFile());
}
