import type { Command } from 'commander';
import {
  deleteTenantTrash,
  emptyTenantTrash,
  listTenantTrash,
  restoreTenantTrash,
} from '../features/trash/index.ts';
import { DomainError } from '../platform/errors.ts';
import { toPrintable } from '../platform/text/printable-text.ts';
import { addCommonFlags, PROJECT_FLAG, runWithSession } from './command.ts';
import { describePageEnd, toSearch } from './listing.ts';
import { formatTable, printResult } from './output.ts';
import type { Flags } from './session.ts';

/** Most characters of a name in a table. */
const MAX_NAME = 50;

const KIND_FLAG =
  'only of this kind: template, media, media_folder, template_folder, saved_module or comment';

/** `galley trash …`: deleted things of a tenant that can be restored. */
export function addTrashCommands(program: Command): void {
  const trash = program
    .command('trash')
    .description('deleted templates, files, folders, modules and comment threads of a tenant');

  addPlaceFlags(trash.command('list'))
    .description('list what can be restored, the last deleted first, 50 a page')
    .option('--kind <kind>', KIND_FLAG)
    .option('--cursor <cursor>', 'the next page: the cursor at the end of the page before')
    .action(
      runWithSession(async (session, flags) => {
        const { kind, cursor } = flags;
        const search = toSearch({ kind, cursor });
        const page = await session.call(listTenantTrash, { ...placeOf(flags), ...search });
        printResult(flags, page, ({ items, next_cursor }) => {
          const rows = items.map((item) => [
            item.id,
            item.kind,
            toPrintable(item.name ?? '', MAX_NAME),
            toPrintable(item.deleted_by.name, MAX_NAME),
            item.deleted_at,
            item.purge_at,
          ]);
          const columns = ['ID', 'KIND', 'NAME', 'DELETED BY', 'DELETED', 'GONE FOR GOOD'];
          return describePageEnd(formatTable(columns, rows, 'The trash is empty.'), next_cursor);
        });
      }),
    );

  addPlaceFlags(trash.command('restore'))
    .description('bring something back with all it had')
    .argument('<id>')
    .action(
      runWithSession(async (session, flags, [trash_id = '']) => {
        const restored = await session.call(restoreTenantTrash, { ...placeOf(flags), trash_id });
        printResult(flags, restored, ({ kind, changes }) =>
          [`The ${kind.replace('_', ' ')} is back.`, ...changes.map((change) => NOTES[change])].join(' '),
        );
      }),
    );

  addPlaceFlags(trash.command('delete'))
    .description('delete something in the trash for good')
    .option('--yes', 'delete without asking')
    .argument('<id>')
    .action(
      runWithSession(async (session, flags, [trash_id = '']) => {
        requireConsent(flags, 'Delete it for good?');
        const deleted = await session.call(deleteTenantTrash, { ...placeOf(flags), trash_id });
        printResult(flags, deleted, () => 'It is deleted for good.');
      }),
    );

  addPlaceFlags(trash.command('empty'))
    .description('delete everything in the trash for good')
    .option('--kind <kind>', KIND_FLAG)
    .option('--yes', 'delete without asking')
    .action(
      runWithSession(async (session, flags) => {
        requireConsent(flags, 'Delete everything in the trash for good?');
        const search = toSearch({ kind: flags.kind });
        const done = await session.call(emptyTenantTrash, { ...placeOf(flags), ...search });
        printResult(flags, done, ({ purged }) => `Deleted for good: ${purged}.`);
      }),
    );
}

const NOTES = {
  moved_to_top: 'Its folder is gone, so it is at the top.',
  renamed: 'Its name was taken, so it has a new one.',
  key_removed: 'Its key was taken, so it has none.',
};

function addPlaceFlags(command: Command): Command {
  return addCommonFlags(command)
    .requiredOption(...PROJECT_FLAG)
    .requiredOption('--tenant <tenant>', 'the tenant’s identifier');
}

const placeOf = ({ project, tenant }: Flags) => ({ project_id: project, tenant });

/** Asks a person at a terminal. Without a terminal the answer is no. */
function requireConsent(flags: Flags, question: string): void {
  if (flags.yes === true || (process.stdin.isTTY === true && confirm(question))) return;
  throw new DomainError('conflict', 'Nothing was deleted. Pass --yes to delete without being asked.');
}
