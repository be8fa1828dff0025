import { Database } from 'bun:sqlite';
import type { Command } from 'commander';
import { VERSION } from '../platform/version.ts';
import { addCommonFlags, runAction } from './command.ts';
import { printResult } from './output.ts';

export function addVersionCommand(program: Command): void {
  addCommonFlags(program.command('version'))
    .description('print the version')
    .action(
      runAction(async (flags) => {
        const versions = { galley: VERSION, bun: Bun.version, sqlite: readSqliteVersion() };
        printResult(
          flags,
          versions,
          ({ galley, bun, sqlite }) => `galley ${galley} (Bun ${bun}, SQLite ${sqlite})`,
        );
      }),
    );
}

function readSqliteVersion(): string {
  const sqlite = new Database(':memory:');
  const row = sqlite.query<{ version: string }, []>('SELECT sqlite_version() AS version').get();
  sqlite.close();
  return row?.version ?? 'unknown';
}
