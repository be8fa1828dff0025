import type { Command } from 'commander';
import { listProjectModules, shareModules } from '../features/saved-modules/index.ts';
import { DomainError } from '../platform/errors.ts';
import { toPrintable } from '../platform/text/printable-text.ts';
import { addCommonFlags, PROJECT_FLAG, runWithSession } from './command.ts';
import { describePageEnd } from './listing.ts';
import { formatTable, printResult } from './output.ts';

/** Most characters of a name in a table. */
const MAX_NAME = 60;

/** `galley module …`: saved modules that all tenants of a project can use. */
export function addModuleCommands(program: Command): void {
  const module = program
    .command('module')
    .description('saved modules of a project; a module belongs to its tenant until it is shared');

  addCommonFlags(module.command('list'))
    .description('list the saved modules of all tenants, 100 a page')
    .requiredOption(...PROJECT_FLAG)
    .option('--cursor <cursor>', 'the next page: the cursor at the end of the page before')
    .action(
      runWithSession(async (session, flags) => {
        const page = await session.call(listProjectModules, {
          project_id: flags.project,
          ...(flags.cursor === undefined ? {} : { cursor: flags.cursor }),
        });
        printResult(flags, page, ({ items, next_cursor }) => {
          const rows = items.map(({ id, tenant, shared, name }) => [
            id,
            tenant,
            shared ? 'yes' : 'no',
            toPrintable(name, MAX_NAME),
          ]);
          const table = formatTable(['ID', 'TENANT', 'SHARED', 'NAME'], rows, 'There are no saved modules.');
          return describePageEnd(table, next_cursor);
        });
      }),
    );

  addSharing(module.command('share'), true).description('let all tenants of the project use modules');
  addSharing(module.command('unshare'), false).description(
    'let only the tenants that saved them use modules',
  );
}

function addSharing(command: Command, shared: boolean): Command {
  return addCommonFlags(command)
    .requiredOption(...PROJECT_FLAG)
    .option('--all', 'all modules of the project')
    .argument('[module-id...]')
    .action(
      runWithSession(async (session, flags, ids) => {
        if ((flags.all === true) === ids.length > 0) {
          throw new DomainError('validation_failed', 'Name the modules by their ids, or pass --all.');
        }
        const done = await session.call(shareModules, {
          project_id: flags.project,
          shared,
          ...(ids.length > 0 && { module_ids: ids }),
        });
        printResult(flags, done, ({ changed }) => {
          const modules = changed === 1 ? '1 module is' : `${changed} modules are`;
          return changed === 0
            ? 'Nothing had to be changed.'
            : `${modules} ${shared ? 'shared' : 'no longer shared'}.`;
        });
      }),
    );
}
