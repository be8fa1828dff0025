import type { Command } from 'commander';
import {
  createTenant,
  getTenantUsage,
  listTenants,
  moveTenant,
  updateTenant,
} from '../features/projects/index.ts';
import { describeBytes } from '../platform/errors.ts';
import { addCommonFlags, PROJECT_FLAG, runWithSession } from './command.ts';
import { describePageEnd, toSearch } from './listing.ts';
import { formatTable, printResult } from './output.ts';
import { addSuspendCommands } from './suspend.ts';
import { addTenantDataCommands } from './tenant-data.ts';
import { addTenantDeletionCommands } from './tenant-delete.ts';
import { addTenantPlanCommands } from './tenant-plan.ts';

/** Limits that are counted per month. */
const MONTHLY = new Set(['exports', 'ai_tokens', 'tool_calls']);

export function addTenantCommands(program: Command): void {
  const tenant = program
    .command('tenant')
    .description('tenants of a project; the first token of a tenant creates it');
  addList(tenant);
  addCreate(tenant);
  addRename(tenant);
  addSuspendCommands(
    tenant,
    'tenant',
    (session, flags, id, suspended) =>
      session.call(updateTenant, { project_id: flags.project, tenant: id, suspended }),
    PROJECT_FLAG,
  );
  addMove(tenant);
  addUsage(tenant);
  addTenantPlanCommands(tenant);
  addTenantDeletionCommands(tenant);
  addTenantDataCommands(tenant);
}

function addList(tenant: Command): void {
  addCommonFlags(tenant.command('list'))
    .description('list the tenants of a project, 100 a page')
    .requiredOption(...PROJECT_FLAG)
    .option('--search <text>', 'only tenants whose identifier or name contains this')
    .option('--cursor <cursor>', 'the next page: the cursor at the end of the page before')
    .action(
      runWithSession(async (session, flags) => {
        const { project: project_id, search, cursor } = flags;
        const page = await session.call(listTenants, { project_id, ...toSearch({ search, cursor }) });
        printResult(flags, page, ({ items, next_cursor }) => {
          const rows = items.map((item) => [
            item.tenant,
            item.name ?? '',
            item.plan ?? '',
            item.suspended ?? '',
            String(item.template_count),
            item.created_at,
          ]);
          const columns = ['TENANT', 'NAME', 'OWN PLAN', 'SUSPENDED', 'TEMPLATES', 'CREATED'];
          const table = formatTable(columns, rows, 'There are no tenants.');
          return describePageEnd(table, next_cursor);
        });
      }),
    );
}

function addCreate(tenant: Command): void {
  addCommonFlags(tenant.command('create'))
    .description('create a tenant before its first token does')
    .requiredOption(...PROJECT_FLAG)
    .option('--name <name>', 'the name people read')
    .option('--plan <plan>', 'a plan of its own')
    .argument('<tenant>')
    .action(
      runWithSession(async (session, flags, [slug]) => {
        const { project: project_id, name, plan } = flags;
        const input = {
          project_id,
          tenant: slug,
          ...(name !== undefined && { name }),
          ...(plan !== undefined && { plan }),
        };
        printResult(
          flags,
          await session.call(createTenant, input),
          (made) => `Tenant "${made.tenant}" is ready.`,
        );
      }),
    );
}

function addRename(tenant: Command): void {
  addCommonFlags(tenant.command('rename'))
    .description('give a tenant another shown name; its identifier stays')
    .requiredOption(...PROJECT_FLAG)
    .argument('<tenant>')
    .argument('[name]', 'left out: no shown name')
    .action(
      runWithSession(async (session, flags, [slug, name = null]) => {
        const renamed = await session.call(updateTenant, { project_id: flags.project, tenant: slug, name });
        printResult(flags, renamed, (now) =>
          now.name === null
            ? `Tenant "${now.tenant}" has no shown name now.`
            : `Tenant "${now.tenant}" is now named "${now.name}".`,
        );
      }),
    );
}

function addMove(tenant: Command): void {
  addCommonFlags(tenant.command('move'))
    .description('give a tenant with everything it has to another project of the team; its sessions end')
    .requiredOption(...PROJECT_FLAG)
    .requiredOption('--to <project-id>', 'the project that it belongs to from now on')
    .argument('<tenant>')
    .action(
      runWithSession(async (session, flags, [slug]) => {
        const { project: project_id, to } = flags;
        const moved = await session.call(moveTenant, { project_id, tenant: slug, to_project_id: to });
        printResult(flags, moved, (now) => `Tenant "${now.tenant}" belongs to project ${to} now.`);
      }),
    );
}

function addUsage(tenant: Command): void {
  addCommonFlags(tenant.command('usage'))
    .description('show what a tenant uses of the limits of its plan')
    .requiredOption(...PROJECT_FLAG)
    .argument('<tenant>')
    .action(
      runWithSession(async (session, flags, [slug]) => {
        const usage = await session.call(getTenantUsage, { project_id: flags.project, tenant: slug });
        printResult(flags, usage, ({ month, ...amounts }) => {
          const rows = Object.entries(amounts).map(([what, { used, soft_limit, limit }]) => {
            const show = what.endsWith('_bytes') ? describeBytes : String;
            return [
              MONTHLY.has(what) ? `${what} (${month})` : what,
              ...[used, soft_limit, limit].map((amount) => (amount === null ? 'none' : show(amount))),
            ];
          });
          return formatTable(['WHAT', 'USED', 'WARNS FROM', 'LIMIT'], rows, '');
        });
      }),
    );
}
