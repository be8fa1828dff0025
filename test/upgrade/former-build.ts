import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dir, '../..');

export interface FormerBuild {
  commit: string;
  /** Path of the executable. */
  binary: string;
  remove(): void;
}

/** The newest commit that lacks the last migration for PostgreSQL. */
export function findFormerCommit(): string {
  const changed = git('log', '-1', '--format=%H', '--diff-filter=A', '--', 'migrations/postgres/*.sql');
  return git('rev-parse', `${changed}^`);
}

/** Builds the executable of a commit in a temporary folder. */
export async function buildCommit(name: string): Promise<FormerBuild> {
  const commit = git('rev-parse', '--short', name);
  const folder = mkdtempSync(join(tmpdir(), 'galley-former-'));
  const source = join(folder, 'source');
  mkdirSync(source);
  try {
    run(['git', 'archive', '--output', join(folder, 'source.tar'), commit], root);
    run(['tar', '--extract', '--file', join(folder, 'source.tar')], source);
    run(['bun', 'install', '--frozen-lockfile'], source);
    run(['bun', 'run', 'build'], source);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return {
    commit,
    binary: join(source, 'dist/galley'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const git = (...args: string[]): string => run(['git', ...args], root).trim();

function run(command: string[], cwd: string): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd });
  if (exitCode !== 0) throw new Error(`${command.join(' ')} failed: ${stderr}`);
  return stdout.toString();
}
