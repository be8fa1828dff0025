import { chmodSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Static } from '@sinclair/typebox';
import type { Command } from 'commander';
import { loadSettings, processEnvironment } from '../config/index.ts';
import { diagnoseInstance } from '../features/instance/index.ts';
import { type FileStoreState, repairFileStore } from '../features/media/index.ts';
import { rebuildSearchIndex } from '../features/templates/index.ts';
import { DomainError } from '../platform/errors.ts';
import { addCommonFlags, runWithSession } from './command.ts';
import { printResult } from './output.ts';
import type { Flags } from './session.ts';

export function addDoctorCommand(program: Command): void {
  addCommonFlags(program.command('doctor'))
    .summary('check the server, its surroundings and its media files, and repair them')
    .description(
      'Checks permissions, disk, database, base URL (DNS, TLS, proxy, clock, websockets), mail server, backups and ' +
        'certificate, and says what to do; exit status 1 if there are faults. "galley check" reads all stored data, ' +
        'and "galley ai check" asks the language model.\n\n' +
        'Brings media files back from the quarantine that the database refers to again, and shows those that it does not ' +
        'refer to. The server moves such files to the quarantine by itself and deletes them there after 30 days, but not ' +
        'if they are many, or older than the database: then the database may be the wrong one.',
    )
    .option('--fix', 'first close the data directory to other users')
    .option('--quarantine', 'move all media files to the quarantine that the database does not refer to')
    .option('--empty', 'delete the files in the quarantine now')
    .option('--search', 'build the search index again, in the background of a running server')
    .option('--yes', 'delete without asking')
    .action(
      runWithSession(async (session, flags) => {
        if (flags.empty === true && flags.yes !== true && !confirmDeletion()) {
          throw new DomainError('conflict', 'Nothing was deleted. Pass --yes to delete without being asked.');
        }
        if (flags.search === true) {
          const rebuilt = await session.call(rebuildSearchIndex, {});
          printResult(
            flags,
            rebuilt,
            ({ entries }) => `${entries} templates and comments will be indexed while the server runs.`,
          );
          return;
        }
        if (flags.fix === true) closeDataDirectory(flags);
        const done = await session.call(repairFileStore, {
          quarantine: flags.quarantine === true,
          empty: flags.empty === true,
        });
        const diagnosis = await session.call(diagnoseInstance, { is_serving: !session.holdsData });
        printResult(flags, { ...diagnosis, ...done }, () =>
          [...diagnosis.checks.map(describeCheck), describeRepair(done)].join('\n'),
        );
        if (!diagnosis.ok) process.exitCode = 1;
      }),
    );
}

const describeCheck = ({ check, status, message }: Check): string =>
  `${status.padEnd(7)}  ${check.padEnd(11)}  ${message}`;

type Check = Static<typeof diagnoseInstance.output>['checks'][number];

/** Only the folder itself: what is below it cannot be reached then. */
function closeDataDirectory(flags: Flags): void {
  const dataDir = resolve(loadSettings(flags, processEnvironment).data);
  chmodSync(dataDir, 0o700);
}

/** Asks a person at a terminal; without one the answer is no. */
function confirmDeletion(): boolean {
  return process.stdin.isTTY === true && confirm('Delete the files in the quarantine for good?');
}

function describeRepair({
  restored,
  quarantined,
  deleted,
  ...state
}: Static<typeof repairFileStore.output>): string {
  const done = [
    ...(restored > 0 ? [`${countFiles(restored)} brought back from the quarantine.`] : []),
    ...(quarantined > 0 ? [`${countFiles(quarantined)} moved to the quarantine.`] : []),
    ...(deleted > 0 ? [`${countFiles(deleted)} deleted in the quarantine.`] : []),
  ];
  const left = describeFileStore(state);
  if (left.length === 0) done.push('The database refers to every media file, and the quarantine is empty.');
  return [...done, ...left].join('\n');
}

/** Orphans and the quarantine, in lines. */
export function describeFileStore(state: Static<typeof FileStoreState>): string[] {
  const { orphaned_files, orphans, quarantined_files, quarantine } = state;
  return [
    ...describeKeys(
      orphaned_files,
      orphans,
      'not referred to by the database. If it was lost or is an older backup, restore the right one; otherwise move them with "galley doctor --quarantine"',
    ),
    ...describeKeys(
      quarantined_files,
      quarantine,
      'in the quarantine, and will be deleted after 30 days there. They come back when the database refers to them again',
    ),
  ];
}

function describeKeys(count: number, keys: readonly string[], what: string): string[] {
  if (count === 0) return [];
  const more = count > keys.length ? [`  … and ${count - keys.length} more`] : [];
  return [`${countFiles(count)} ${what}:`, ...keys.map((key) => `  media/files/${key}`), ...more];
}

const countFiles = (count: number): string => (count === 1 ? '1 media file is' : `${count} media files are`);
