import type { Static } from '@sinclair/typebox';
import type { BackupResult, listBackups, runBackup, StoredBackup } from '../features/backups/index.ts';
import { describeBytes } from '../platform/errors.ts';
import { formatFields, formatTable } from './output.ts';

export interface Restored {
  ok: boolean;
  data: string | undefined;
  created_at: string;
  program_version: string;
  bytes: number;
  media_files: number;
  rows: Record<string, number>;
  /** Media files that are missing or damaged beside the backup. */
  media_left_out: readonly string[];
  faults: string[];
}

export function describeBackup(result: BackupResult): string {
  const { file, bytes, content_bytes, media_files, seconds, is_encrypted, warnings } = result;
  return [
    `${file}: ${describeBytes(bytes)}${is_encrypted ? ', encrypted' : ''}`,
    `The database and ${media_files} media files (${describeBytes(content_bytes)}) in ${seconds.toFixed(1)} s.`,
    ...warnings.map((warning) => `Warning: ${warning}`),
  ].join('\n');
}

export function describeRun({ backup, warnings, removed }: Static<typeof runBackup.output>): string {
  return [
    `${backup.name} at ${backup.target}: ${describeBytes(backup.bytes ?? 0)}, verified`,
    ...warnings.map((warning) => `Warning: ${warning}`),
    ...(removed.length === 0 ? [] : [`Old backups removed: ${removed.join(', ')}`]),
  ].join('\n');
}

export function describeRuns({ target, next_at, status, items }: Static<typeof listBackups.output>): string {
  const rows = items.map(({ name, state, bytes, started_at, error }) => [
    ...[name, state, bytes === null ? '' : describeBytes(bytes), started_at, error ?? ''],
  ]);
  const columns = ['NAME', 'STATE', 'SIZE', 'STARTED', 'ERROR'];
  return [
    formatFields({
      target: target ?? 'none (GALLEY_BACKUP_TARGET)',
      next: next_at ?? 'no schedule (GALLEY_BACKUP_SCHEDULE)',
      ...(status && { status: status.status }),
    }),
    formatTable(columns, rows, 'There was no backup yet.'),
  ].join('\n');
}

export function describeTarget({ items }: { items: StoredBackup[] }): string {
  const rows = items.map(({ name, bytes }) => [name, describeBytes(bytes)]);
  return formatTable(['NAME', 'SIZE'], rows, 'There are no backups.');
}

/** Tables whose row counts are shown for a backup. */
const SHOWN_TABLES = ['projects', 'tenants', 'templates', 'snapshots', 'comments', 'saved_modules'];

const showRows = (rows: Readonly<Record<string, number>>): [string, string][] =>
  SHOWN_TABLES.map((table) => [table.replace('_', ' '), String(rows[table] ?? 0)]);

/** For example "2 projects, 5 tenants". */
export const describeRows = (rows: Readonly<Record<string, number>>): string =>
  showRows(rows)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');

function describeContents({
  created_at,
  program_version,
  bytes,
  media_files,
  rows,
  media_left_out,
  faults,
}: Restored): string[] {
  return [
    formatFields({
      made: `${created_at} by Galley ${program_version}`,
      size: describeBytes(bytes),
      ...Object.fromEntries(showRows(rows)),
      'media files': String(media_files),
    }),
    ...(media_left_out.length === 0
      ? []
      : [`Left out: ${media_left_out.length} media files, which are missing or damaged beside the backup.`]),
    ...(faults.length === 0
      ? ['Every file, row and counter was checked: no faults.']
      : [
          media_left_out.length === 0 ? 'Faults that were there when the backup was made:' : 'Faults:',
          ...faults.map((fault) => `  - ${fault}`),
        ]),
  ];
}

export const describeVerified = (result: Restored): string =>
  [
    result.ok ? 'The backup can be restored.' : 'The backup can be restored, with faults.',
    ...describeContents(result),
  ].join('\n');

export const describeRestore = (result: Restored): string =>
  [
    `Restored to ${result.data}`,
    ...describeContents(result),
    `Start it with: galley serve --data ${result.data}`,
  ].join('\n');
