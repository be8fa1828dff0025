import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Static } from '@sinclair/typebox';
import type { Command } from 'commander';
import { loadSettings, processEnvironment } from '../config/index.ts';
import { restoreDataDir } from '../drivers/sqlite/index.ts';
import {
  type BackupResult,
  createBackup,
  type ReceivedBackup,
  receiveBackup,
} from '../features/backups/index.ts';
import { checkIntegrity } from '../features/instance/index.ts';
import { systemClock, toIsoTime } from '../platform/clock.ts';
import { DomainError, describeBytes } from '../platform/errors.ts';
import { addCommonFlags, runAction, runWithSession } from './command.ts';
import { formatFields, printResult } from './output.ts';
import { type Flags, openSession } from './session.ts';

const PASSPHRASE_FLAG = ['--passphrase-file <file>', 'file whose first line is the passphrase'] as const;

export function addBackupCommands(program: Command): void {
  const backup = addCommonFlags(program.command('backup'))
    .summary('write the database and all media files to one file')
    .description(
      'Writes a backup: the database and all media files, consistent with each other, while the server runs. The file is a ' +
        'tar archive compressed with zstd, and encrypted with age if there is a passphrase. Without a name it is ' +
        'galley-<time>.tar.zst in the current directory.',
    )
    .argument('[file]', 'where to write it')
    .option(...PASSPHRASE_FLAG)
    .action(
      runWithSession(async (session, flags, [name]) => {
        const passphrase = readPassphrase(flags);
        const file = resolve(name ?? nameBackup(passphrase !== ''));
        printResult(flags, await session.call(createBackup, { file, passphrase }), describeBackup);
      }),
    );
  addCommonFlags(backup.command('verify'))
    .summary('restore a backup into a scratch directory, check it, and remove it again')
    .description(
      'Restores a backup into a new directory beside it, or in --scratch, compares every file with its hash and every table ' +
        'with its rows, runs "galley check", and removes the directory. Exit status 1 if anything is wrong.',
    )
    .argument('<file>', 'the backup')
    .option(...PASSPHRASE_FLAG)
    .option('--scratch <dir>', 'where to make the directory')
    .action(runAction((flags, [file]) => verifyBackup(flags, resolve(file as string))));
}

export function addRestoreCommand(program: Command): void {
  addCommonFlags(program.command('restore'))
    .summary('restore a backup into a new data directory')
    .description(
      'Restores a backup into the data directory, which must be new or empty. Everything is compared with its hash before ' +
        'it is put in place, and the result is checked.',
    )
    .argument('<file>', 'the backup')
    .option(...PASSPHRASE_FLAG)
    .action(
      runAction(async (flags, [file]) => {
        printResult(flags, await restoreInto(flags, resolve(file as string)), describeRestore);
      }),
    );
}

async function verifyBackup(flags: Flags, file: string): Promise<void> {
  const folder = resolve(typeof flags.scratch === 'string' ? flags.scratch : dirname(file));
  const data = mkdtempSync(join(folder, 'galley-verify-'));
  try {
    // The copy is not kept, so it may be where it would be lost.
    const result = await restoreInto({ ...flags, data, allow_ephemeral: true }, file);
    printResult(flags, { ...result, data: undefined }, describeVerified);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

interface Restored {
  ok: boolean;
  data: string | undefined;
  created_at: string;
  program_version: string;
  bytes: number;
  media_files: number;
  rows: Record<string, number>;
  faults: string[];
}

/** Restores and checks. Faults set the exit status: they were in the data already when the backup was made. */
async function restoreInto(flags: Flags, file: string): Promise<Restored> {
  const settings = loadSettings(flags, processEnvironment);
  const data = resolve(settings.data);
  const passphrase = readPassphrase(flags);
  const { header, manifest, bytes } = await restoreDataDir<ReceivedBackup & { rows: Record<string, number> }>(
    data,
    {
      allowEphemeral: settings.allow_ephemeral,
      async receive(folder) {
        const received = await receiveBackup(file, folder, passphrase);
        return { ...received, rows: received.manifest.rows };
      },
    },
  );
  const session = await openSession({ ...flags, data });
  const { ok, faults, files_checked } = await session.call(checkIntegrity, {}).finally(() => session.close());
  if (!ok) process.exitCode = 1;
  const { created_at, program_version } = header;
  return {
    ok,
    data,
    created_at,
    program_version,
    bytes,
    media_files: files_checked,
    rows: manifest.rows,
    faults,
  };
}

/** The first line of the file that the flag names; empty without the flag. */
function readPassphrase({ passphrase_file: file }: Flags): string {
  if (typeof file !== 'string') return '';
  const [line = ''] = readText(file).split(/\r?\n/, 1);
  if (line !== '') return line;
  throw new DomainError(
    'validation_failed',
    `The first line of ${file} is empty. Write the passphrase there.`,
  );
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const how = (error as Error).message;
    throw new DomainError('not_found', `The file with the passphrase could not be read: ${how}.`);
  }
}

function nameBackup(isEncrypted: boolean): string {
  const time = toIsoTime(systemClock.now()).slice(0, 19).replaceAll(':', '-');
  return `galley-${time}.tar.zst${isEncrypted ? '.age' : ''}`;
}

function describeBackup(result: Static<typeof BackupResult>): string {
  const { file, bytes, content_bytes, media_files, seconds, is_encrypted, warnings } = result;
  return [
    `${file}: ${describeBytes(bytes)}${is_encrypted ? ', encrypted' : ''}`,
    `The database and ${media_files} media files (${describeBytes(content_bytes)}) in ${seconds.toFixed(1)} s.`,
    ...warnings.map((warning) => `Warning: ${warning}`),
  ].join('\n');
}

/** Tables whose rows tell a person what a backup has. */
const SHOWN_TABLES = ['projects', 'tenants', 'templates', 'snapshots', 'comments', 'saved_modules'];

function describeContents({
  created_at,
  program_version,
  bytes,
  media_files,
  rows,
  faults,
}: Restored): string[] {
  const shown = SHOWN_TABLES.map((table) => [table.replace('_', ' '), String(rows[table] ?? 0)]);
  return [
    formatFields({
      made: `${created_at} by Galley ${program_version}`,
      size: describeBytes(bytes),
      ...Object.fromEntries(shown),
      'media files': String(media_files),
    }),
    ...(faults.length === 0
      ? ['Every file, row and counter was checked: no faults.']
      : ['Faults that were there when the backup was made:', ...faults.map((fault) => `  - ${fault}`)]),
  ];
}

const describeVerified = (result: Restored): string =>
  [
    result.ok ? 'The backup can be restored.' : 'The backup can be restored, with faults.',
    ...describeContents(result),
  ].join('\n');

const describeRestore = (result: Restored): string =>
  [
    `Restored to ${result.data}`,
    ...describeContents(result),
    `Start it with: galley serve --data ${result.data}`,
  ].join('\n');
