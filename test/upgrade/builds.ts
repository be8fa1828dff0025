import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { NEXT_OF_POSTGRES, NEXT_OF_SQLITE } from '../support/next-migration.ts';

const root = resolve(import.meta.dir, '../..');

interface Build {
  /** Path of the executable. */
  binary: string;
  remove(): void;
}

/** Builds the executable of a commit. */
export const buildCommit = (commit: string): Build =>
  buildIn((source) => {
    run(['git', 'archive', '--output', `${source}.tar`, commit], root);
    run(['tar', '--extract', '--file', `${source}.tar`], source);
  });

/** Builds these files with another migration, as the next version could bring it. */
export const buildNextVersion = (): Build =>
  buildIn((source) => {
    const leftOut = new Set(['.git', 'node_modules', 'dist']);
    cpSync(root, source, { recursive: true, filter: (path) => !leftOut.has(basename(path)) });
    for (const [folder, { tag, sql }] of [
      ['migrations', NEXT_OF_SQLITE],
      ['migrations/postgres', NEXT_OF_POSTGRES],
    ] as const)
      writeFileSync(join(source, folder, `${tag}.sql`), sql);
  });

/** @param write writes the source into this folder */
function buildIn(write: (source: string) => void): Build {
  const folder = mkdtempSync(join(tmpdir(), 'galley-build-'));
  const source = join(folder, 'source');
  const remove = () => rmSync(folder, { recursive: true, force: true });
  mkdirSync(source);
  try {
    write(source);
    run(['bun', 'install', '--frozen-lockfile'], source);
    run(['bun', 'run', 'build'], source);
  } catch (error) {
    remove();
    throw error;
  }
  return { binary: join(source, 'dist/galley'), remove };
}

function run(command: string[], cwd: string): void {
  const { exitCode, stderr } = Bun.spawnSync(command, { cwd, stdout: 'ignore' });
  if (exitCode !== 0) throw new Error(`${command.join(' ')} failed: ${stderr}`);
}
