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
        printResult(
          flags,
          report,
          ({ ok, contents_checked, files_checked, search_entries_pending, faults, ...state }) =>
            ok
              ? [
                  `No faults: the database, ${contents_checked} stored contents and ${files_checked} media files are intact.`,
                  ...(search_entries_pending > 0
                    ? [
                        `${search_entries_pending} templates and comments are not in the search index yet; the server adds them.`,
                      ]
                    : []),
                  ...describeFileStore(state),
                ].join('\n')
              : [
                  'Faults were found:',
                  ...faults.map((fault) => `  - ${fault}`),
                  'Stop the server and restore from your backup of the data directory: the named files of media/files, and ' +
                    'galley.db for all other faults. backups/ may have a copy of the database from before an upgrade. If only the ' +
                    'search index is wrong, "galley doctor --search" builds it again.',
                  ...describeFileStore(state),
                ].join('\n'),
        );
        if (!report.ok) process.exitCode = 1;
      }, openReadingSession),
    );
}
