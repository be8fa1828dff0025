import { Database } from 'bun:sqlite';
import type { Command } from 'commander';
import { BUILD, VERSION } from '../platform/version.ts';
import { addCommonFlags, runAction } from './command.ts';
import { printResult } from './output.ts';

export function addVersionCommand(program: Command): void {
  addCommonFlags(program.command('version'))
    .description('print the version, the commit and the date of the build')
    .action(
      runAction(async (flags) => {
        const versions = {
          galley: VERSION,
          commit: BUILD.commit,
          built: BUILD.date,
          bun: Bun.version,
          sqlite: readSqliteVersion(),
        };
        printResult(
          flags,
          versions,
          ({ galley, commit, built, bun, sqlite }) =>
            `galley ${galley} (commit ${commit}, built ${built}, Bun ${bun}, SQLite ${sqlite})`,
        );
      }),
    );
}

export function readSqliteVersion(): string {
  const sqlite = new Database(':memory:');
  const row = sqlite.query<{ version: string }, []>('SELECT sqlite_version() AS version').get();
  sqlite.close();
  return row?.version ?? 'unknown';
}
