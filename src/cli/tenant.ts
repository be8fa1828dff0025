import type { Command } from 'commander';
import { deleteTenant, listTenants } from '../features/projects/index.ts';
import { DomainError } from '../platform/errors.ts';
import { addCommonFlags, runWithSession } from './command.ts';
import { formatTable, printResult } from './output.ts';
import { addTenantPlanCommands } from './tenant-plan.ts';

export function addTenantCommands(program: Command): void {
  const tenant = program
    .command('tenant')
    .description('tenants of a project; the first token of a tenant creates it');

  addCommonFlags(tenant.command('list'))
    .description('list the tenants of a project, 100 a page')
    .requiredOption('--project <id>', 'its id; "galley project list" shows them')
    .option('--cursor <cursor>', 'the next page: the cursor at the end of the page before')
    .action(
      runWithSession(async (session, flags) => {
        const page = await session.call(listTenants, {
          project_id: flags.project,
          ...(flags.cursor === undefined ? {} : { cursor: flags.cursor }),
        });
        printResult(flags, page, ({ items, next_cursor }) => {
          const rows = items.map((item) => [
            item.tenant,
            item.plan ?? '',
            String(item.template_count),
            item.created_at,
          ]);
          const columns = ['TENANT', 'OWN PLAN', 'TEMPLATES', 'CREATED'];
          const table = formatTable(columns, rows, 'There are no tenants.');
          return next_cursor === null ? table : `${table}\nMore: --cursor ${next_cursor}`;
        });
      }),
    );

  addTenantPlanCommands(tenant);

  addCommonFlags(tenant.command('delete'))
    .description('permanently delete a tenant with its templates, history and media')
    .requiredOption('--project <id>', 'its id; "galley project list" shows them')
    .option('--yes', 'delete without asking')
    .argument('<tenant>')
    .action(
      runWithSession(async (session, flags, [slug = '']) => {
        if (flags.yes !== true && !confirmDeletion(slug)) {
          throw new DomainError('conflict', 'Nothing was deleted. Pass --yes to delete without being asked.');
        }
        const deleted = await session.call(deleteTenant, { project_id: flags.project, tenant: slug });
        printResult(flags, deleted, (gone) => `Tenant "${gone.tenant}" is deleted.`);
      }),
    );
}

/** Asks a person at a terminal; without one the answer is no. */
function confirmDeletion(slug: string): boolean {
  return process.stdin.isTTY === true && confirm(`Delete tenant "${slug}" with everything it has stored?`);
}
