import type { Command } from 'commander';
import { checkIntegrity } from '../features/instance/index.ts';
import { addCommonFlags, runWithSession } from './command.ts';
import { describeFileStore } from './doctor.ts';
import { printResult } from './output.ts';
import { openReadingSession } from './session.ts';

export function addCheckCommand(program: Command): void {
  addCommonFlags(program.command('check'))
    .description(
      'verify the database, every stored content and every media file; exit status 1 if there are faults',
    )
    .action(
      runWithSession(async (session, flags) => {
        const report = await session.call(checkIntegrity, {});
        printResult(flags, report, ({ ok, contents_checked, files_checked, faults, ...state }) =>
          ok
            ? [
                `No faults: the database, ${contents_checked} stored contents and ${files_checked} media files are intact.`,
                ...describeFileStore(state),
              ].join('\n')
            : [
                'Faults were found:',
                ...faults.map((fault) => `  - ${fault}`),
                'Stop the server and restore from your backup of the data directory: the named files of media/files, and ' +
                  'galley.db for all other faults. backups/ may have a copy of the database from before an upgrade.',
                ...describeFileStore(state),
              ].join('\n'),
        );
        if (!report.ok) process.exitCode = 1;
      }, openReadingSession),
    );
}
