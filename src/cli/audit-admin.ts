import type { Static } from '@sinclair/typebox';
import type { Command } from 'commander';
import { listAdminActions } from '../features/audit/index.ts';
import { addCommonFlags, runWithSession } from './command.ts';
import { describePageEnd, toSearch } from './listing.ts';
import { formatTable, printResult } from './output.ts';

type Page = Static<(typeof listAdminActions)['output']>;

export function addAdminAuditCommand(audit: Command): void {
  addCommonFlags(audit.command('admin'))
    .description('list changes by operators: projects, keys, plans, tenants; newest first, 50 a page')
    .option('--project <id>', 'only about this project, which may be deleted')
    .option(
      '--action <action>',
      'only this action, such as project.renamed; "api_key" matches all actions on API keys',
    )
    .option('--since <time>', 'only since this time: 2026-12-31 (UTC), or 2026-12-31T18:00:00Z')
    .option('--cursor <cursor>', 'the next page: the cursor at the end of the page before')
    .action(
      runWithSession(async (session, flags) => {
        const { project: project_id, action, since, cursor } = flags;
        const search = toSearch({ project_id, action, since, cursor });
        printResult(flags, await session.call(listAdminActions, search), describePage);
      }),
    );
}

function describePage({ items, next_cursor }: Page): string {
  const table = formatTable(
    ['TIME', 'WHO', 'WHAT', 'PROJECT', 'TENANT', 'ABOUT'],
    items.map((item) => [
      item.at,
      item.actor.name,
      item.action,
      item.project_id ?? '-',
      item.tenant ?? '-',
      item.subject ?? '-',
    ]),
    'Operators have changed nothing, or nothing that matches.',
  );
  return describePageEnd(table, next_cursor);
}
