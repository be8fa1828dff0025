import type { Static } from '@sinclair/typebox';
import type { Command } from 'commander';
import { checkIntegrity, diagnoseInstance, repairInstance } from '../features/instance/index.ts';
import { type FileStoreState, repairFileStore } from '../features/media/index.ts';
import { rebuildSearchIndex } from '../features/templates/index.ts';
import { DomainError } from '../platform/errors.ts';
import { addCommonFlags, runWithSession } from './command.ts';
import { printResult } from './output.ts';
import type { Flags, Session } from './session.ts';

export function addDoctorCommand(program: Command): void {
  addCommonFlags(program.command('doctor'))
    .summary('check the server, its surroundings and its media files, and repair them')
    .description(
      'Checks settings, permissions, disk, database, Redis, other servers, base URL (DNS, TLS, proxy, clock, websockets), mail server, language ' +
        'model, backups and certificate, and says what to do; exit status 1 if there are faults.\n\n' +
        'Brings media files back from the quarantine that the database refers to again, and shows those that it does not ' +
        'refer to. The server moves such files to the quarantine by itself and deletes them there after 30 days, but not ' +
        'if they are many, or older than the database: then the database may be the wrong one.',
    )
    .option('--full', 'also read all stored data, as "galley check" does')
    .option(
      '--fix',
      'first close the data directory to other users, remove unfinished uploads, move orphaned files to the quarantine, and build a faulty search index again; also beside a running server',
    )
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
        const { repairs } = flags.fix === true ? await session.call(repairInstance, {}) : { repairs: [] };
        const done = await repairFiles(session, flags);
        const diagnosis = await session.call(diagnoseInstance, { is_serving: !session.holdsData });
        if (flags.full === true) addIntegrity(diagnosis, await session.call(checkIntegrity, {}));
        const result = { ...diagnosis, ...done, ...(flags.fix === true && { repairs }) };
        printResult(flags, result, () =>
          [
            ...repairs.map(describeFix),
            ...diagnosis.checks.map(describeCheck),
            ...(done === undefined ? [] : [describeRepair(done)]),
          ].join('\n'),
        );
        if (!diagnosis.ok) process.exitCode = 1;
      }),
    );
}

/** Undefined if the files cannot be reached. The check of the files reports why. */
async function repairFiles(session: Session, { quarantine, empty }: Flags) {
  const input = { quarantine: quarantine === true, empty: empty === true };
  return session.call(repairFileStore, input).catch((error) => {
    const isAway = error instanceof DomainError && error.code === 'unavailable';
    if (!isAway || input.quarantine || input.empty) throw error;
    return undefined;
  });
}

const describeCheck = ({ check, status, message }: Check): string =>
  `${status.padEnd(7)}  ${check.padEnd(11)}  ${message}`;

type Check = Diagnosis['checks'][number];

type Diagnosis = Static<typeof diagnoseInstance.output>;

const describeFix = ({ repair, before, after }: Static<typeof repairInstance.output>['repairs'][number]) =>
  `${before === after ? 'as it was' : 'repaired '}  ${repair}: ${before === after ? before : `${before} → ${after}`}`;

/** Adds the findings of `galley check` as one check. */
function addIntegrity(diagnosis: Diagnosis, report: Static<typeof checkIntegrity.output>): void {
  const { ok, contents_checked, files_checked, faults } = report;
  const read = `${contents_checked} stored contents and ${files_checked} media files were read`;
  diagnosis.ok &&= ok;
  diagnosis.checks.push({
    check: 'integrity',
    status: ok ? 'ok' : 'fault',
    message: ok
      ? `${read}: no faults.`
      : `${read}: ${faults.slice(0, MAX_FAULTS).join('; ')}${faults.length > MAX_FAULTS ? `; and ${faults.length - MAX_FAULTS} more` : ''}. "galley check" says what to do.`,
  });
}

const MAX_FAULTS = 5;

/** Asks a person at a terminal. Without a terminal the answer is no. */
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

/** Describes orphaned files and the quarantine, in lines. */
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
