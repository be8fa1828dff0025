import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { loadSettings, processEnvironment } from '../config/index.ts';
import {
  type BackupSource,
  type BackupTarget,
  choosePoint,
  createBackup,
  isBackupName,
  listBackups,
  noSuchPoint,
  openTarget,
  runBackup,
  splitAddress,
} from '../features/backups/index.ts';
import { DomainError } from '../platform/errors.ts';
import { readSettingFile } from '../platform/files/setting-file.ts';
import {
  describeBackup,
  describeRestore,
  describeRun,
  describeRuns,
  describeTarget,
  describeVerified,
} from './backup-output.ts';
import { addCommonFlags, runAction, runWithSession } from './command.ts';
import { printResult } from './output.ts';
import { ALL_IN_DATA_DIR, restoreInto } from './restore-into.ts';
import { type Flags, openSession } from './session.ts';

const POINT_FLAG = [
  '--point <point>',
  'in a directory or bucket: a name, or the last backup at or before this time, such as 2026-11-22; default: the newest',
] as const;
const PASSPHRASE_FLAG = ['--passphrase-file <file>', 'file whose first line is the passphrase'] as const;

export function addBackupCommands(program: Command): void {
  const backup = addCommonFlags(program.command('backup'))
    .summary('write the database and all media files to one file')
    .description(
      'Writes a backup: the database and all media files, consistent with each other, while the server runs. The file is a ' +
        'tar archive compressed with zstd, and encrypted with age if there is a passphrase. If only a directory or a prefix ' +
        'is named, it is galley-<time>.tar.zst there; without a name, in the current directory.',
    )
    .argument('[file]', 'where to write it: a file, a directory, or s3://bucket/prefix')
    .option(...PASSPHRASE_FLAG)
    .action(
      runWithSession(async (session, flags, [name = '.']) => {
        const input = { file: toAddress(name), passphrase: readPassphrase(flags) };
        printResult(flags, await session.call(createBackup, input), describeBackup);
      }),
    );
  addCommonFlags(backup.command('run'))
    .summary('make a backup at the target of the settings now')
    .description(
      'Does what the schedule does: makes a backup at GALLEY_BACKUP_TARGET, restores it into a scratch directory to verify it, ' +
        'and removes old ones (GALLEY_BACKUP_KEEP, GALLEY_BACKUP_KEEP_DAYS). Media files are beside the backup in the folder ' +
        'galley.media, where only new ones are written.',
    )
    .action(
      runWithSession(async (session, flags) => {
        printResult(flags, await session.call(runBackup, {}), describeRun);
      }),
    );
  addCommonFlags(backup.command('list'))
    .summary('list the backups of the schedule, or those at a target')
    .argument('[target]', 'a directory, or s3://bucket/prefix')
    .action(
      runAction((flags, [target]) => (target === undefined ? listRuns(flags) : listTarget(flags, target))),
    );
  addCommonFlags(backup.command('verify'))
    .summary('restore a backup into a scratch directory, check it, and remove it again')
    .description(
      'Restores a backup into a new directory beside it, or in --scratch, compares every file with its hash and every table ' +
        'with its rows, runs "galley check", and removes the directory. Exit status 1 if anything is wrong.',
    )
    .argument('<backup>', 'a file, a directory, or s3://bucket/prefix')
    .option(...POINT_FLAG)
    .option(...PASSPHRASE_FLAG)
    .option('--scratch <dir>', 'where to make the directory')
    .action(runAction((flags, [address]) => verifyBackup(flags, address as string)));
}

export function addRestoreCommand(program: Command): void {
  addCommonFlags(program.command('restore'))
    .summary('restore a backup into a new data directory')
    .description(
      'Restores a backup into the data directory, which must be new or empty. Everything is compared with its hash before ' +
        'it is put in place, and the result is checked.',
    )
    .argument('<backup>', 'a file, a directory, or s3://bucket/prefix')
    .option(...POINT_FLAG)
    .option(...PASSPHRASE_FLAG)
    .option('--skip-damaged-media', 'leave out media files beside the backup that are missing or damaged')
    .action(
      runAction(async (flags, [address]) => {
        const data = resolve(loadSettings(flags, processEnvironment).data);
        const skipDamagedMedia = flags.skip_damaged_media === true;
        const restored = await withBackup(flags, address as string, dirname(data), (backup) =>
          restoreInto(flags, { ...backup, skipDamagedMedia }),
        );
        printResult(flags, restored, describeRestore);
      }),
    );
}

async function listRuns(flags: Flags): Promise<void> {
  const session = await openSession(flags);
  const runs = await session.call(listBackups, {}).finally(() => session.close());
  printResult(flags, runs, describeRuns);
}

async function listTarget(flags: Flags, target: string): Promise<void> {
  const settings = loadSettings(flags, processEnvironment);
  const items = await openTarget({ address: toAddress(target), settings, scratchDir: tmpdir() }).list();
  printResult(flags, { target, items }, describeTarget);
}

async function verifyBackup(flags: Flags, address: string): Promise<void> {
  const { target } = await splitAddress(toAddress(address));
  const beside = target.startsWith('s3://') ? tmpdir() : target;
  const folder = resolve(typeof flags.scratch === 'string' ? flags.scratch : beside);
  const scratch = makeScratch(folder);
  try {
    await withBackup(flags, address, scratch, async (backup) => {
      const data = join(scratch, 'data');
      // The copy is temporary, so it may be in a place where it could be lost.
      const result = await restoreInto({ ...flags, ...ALL_IN_DATA_DIR, data, allow_ephemeral: true }, backup);
      printResult(flags, { ...result, data: undefined }, describeVerified);
    });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function makeScratch(folder: string): string {
  try {
    return mkdtempSync(join(folder, 'galley-verify-'));
  } catch (error) {
    const message = `Nothing can be written to ${folder}: ${(error as Error).message}. Choose another directory with --scratch.`;
    throw new DomainError('forbidden', message, {}, { cause: error });
  }
}

/** Calls `use` with the selected backup. A backup in a bucket is first downloaded into `scratchDir`. */
async function withBackup<Result>(
  flags: Flags,
  text: string,
  scratchDir: string,
  use: (backup: BackupSource) => Promise<Result>,
): Promise<Result> {
  const settings = loadSettings(flags, processEnvironment);
  const { target: address, name: named } = await splitAddress(toAddress(text));
  const target = openTarget({ address, settings, scratchDir });
  const name = named ?? (await findPoint(target, flags));
  const standard = name.endsWith('.age') ? settings.backup_passphrase : '';
  return target.fetch(name, (file) => use({ file, target, passphrase: readPassphrase(flags, standard) }));
}

async function findPoint(target: BackupTarget, { point }: Flags): Promise<string> {
  const wanted = typeof point === 'string' ? point : undefined;
  // The list of a bucket may be incomplete.
  if (wanted !== undefined && isBackupName(wanted)) return wanted;
  const found = choosePoint(await target.list(), wanted);
  if (found === undefined) throw noSuchPoint(target.address, wanted);
  return found.name;
}

/** Ends with a slash, which marks a directory. */
export function toAddress(text: string): string {
  if (text.startsWith('s3://')) return text;
  return resolve(text) + (text.endsWith('/') ? '/' : '');
}

/** The first line of the file that the flag names; `standard` without the flag. */
function readPassphrase({ passphrase_file: file }: Flags, standard = ''): string {
  if (typeof file !== 'string') return standard;
  const [line = ''] = readSettingFile('--passphrase-file', file).split(/\r?\n/, 1);
  if (line !== '') return line;
  throw new DomainError(
    'validation_failed',
    `The first line of ${file} is empty. Write the passphrase there.`,
  );
}
