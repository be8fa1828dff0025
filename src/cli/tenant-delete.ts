import type { Command } from 'commander';
import { deleteTenant, listDeletedTenants, restoreTenant } from '../features/projects/index.ts';
import { invalidField } from '../platform/errors.ts';
import { addCommonFlags, PROJECT_FLAG, runWithSession } from './command.ts';
import { confirmDeletion } from './confirm-deletion.ts';
import { describePageEnd } from './listing.ts';
import { formatTable, printResult } from './output.ts';

export function addTenantDeletionCommands(tenant: Command): void {
  addDelete(tenant);
  addTrash(tenant);
  addRestore(tenant);
}

function addDelete(tenant: Command): void {
  addCommonFlags(tenant.command('delete'))
    .description('move a tenant with everything it has to the trash; "galley tenant restore" brings it back')
    .requiredOption(...PROJECT_FLAG)
    .option('--now', 'delete it for good at once, also if it is in the trash already')
    .option('--confirm <tenant>', 'the tenant again, instead of typing it when asked')
    .option('--yes', 'delete without asking')
    .argument('<tenant>')
    .action(
      runWithSession(async (session, flags, [slug = '']) => {
        const warning =
          flags.now === true
            ? `This deletes tenant "${slug}" with everything it has stored for good.`
            : `This ends all access to tenant "${slug}" and moves it to the trash.`;
        confirmDeletion(flags, { name: slug, warning });
        const input = { project_id: flags.project, tenant: slug, now: flags.now === true };
        printResult(flags, await session.call(deleteTenant, input), (gone) =>
          gone.purge_at === null
            ? `Tenant "${gone.tenant}" is deleted for good.`
            : `Tenant "${gone.tenant}" is deleted. Until ${gone.purge_at}, "galley tenant restore" brings it back.`,
        );
      }),
    );
}

function addTrash(tenant: Command): void {
  addCommonFlags(tenant.command('trash'))
    .description('list the deleted tenants that can be restored')
    .requiredOption(...PROJECT_FLAG)
    .option('--cursor <cursor>', 'the next page: the cursor at the end of the page before')
    .action(
      runWithSession(async (session, flags) => {
        const { items, next_cursor } = await session.call(listDeletedTenants, {
          project_id: flags.project,
          ...(flags.cursor === undefined ? {} : { cursor: flags.cursor }),
        });
        printResult(flags, { items, next_cursor }, () => {
          const table = formatTable(
            ['TENANT', 'ID', 'NAME', 'TEMPLATES', 'DELETED', 'GONE AT'],
            items.map((item) => [
              item.tenant,
              String(item.id),
              item.name ?? '',
              String(item.template_count),
              item.deleted_at,
              item.purge_at,
            ]),
            'The trash is empty.',
          );
          return describePageEnd(table, next_cursor);
        });
      }),
    );
}

function addRestore(tenant: Command): void {
  addCommonFlags(tenant.command('restore'))
    .description('take a tenant out of the trash, with everything it had')
    .requiredOption(...PROJECT_FLAG)
    .option('--id <id>', 'which of several of this identifier, see "galley tenant trash"; default: the last')
    .option('--as <tenant>', 'another identifier, if a new tenant has its own')
    .argument('<tenant>')
    .action(
      runWithSession(async (session, flags, [slug]) => {
        const restored = await session.call(restoreTenant, {
          project_id: flags.project,
          tenant: slug,
          ...(flags.id !== undefined && { id: readId(String(flags.id)) }),
          ...(flags.as !== undefined && { as: flags.as }),
        });
        printResult(flags, restored, (back) => `Tenant "${back.tenant}" is back.`);
      }),
    );
}

function readId(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw invalidField('--id', 'must be a number.');
}
