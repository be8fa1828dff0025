import type { Static } from '@sinclair/typebox';
import type { Command } from 'commander';
import { listToolCalls } from '../features/audit/index.ts';
import { addUsageCommand } from './ai.ts';
import { addActivityCommand } from './audit-activity.ts';
import { addAdminAuditCommand } from './audit-admin.ts';
import { addCommonFlags, runWithSession } from './command.ts';
import { describePageEnd, toSearch } from './listing.ts';
import { formatTable, printResult } from './output.ts';
import type { Flags } from './session.ts';

type Page = Static<(typeof listToolCalls)['output']>;

export function addAuditCommand(program: Command): void {
  const audit = addCommonFlags(program.command('audit')).enablePositionalOptions();
  addActivityCommand(audit);
  addAdminAuditCommand(audit);
  addUsageCommand(audit);
  audit
    .description(
      'list tool calls of AI agents, newest first, 50 a page; "audit activity" lists changes, "audit admin" changes by operators',
    )
    .option('--project <id>', 'only of this project; "galley project list" shows the ids')
    .option('--tenant <tenant>', 'only of this tenant of the project')
    .option('--key <id>', 'only with this API key; "galley key list" shows the ids')
    .option('--tool <name>', 'only of this tool, such as update-template')
    .option('--template <id>', 'only on this template')
    .option('--since <time>', 'only since this time: 2026-12-31 (UTC), or 2026-12-31T18:00:00Z')
    .option('--cursor <cursor>', 'the next page: the cursor at the end of the page before')
    .action(
      runWithSession(async (session, flags) => {
        printResult(flags, await session.call(listToolCalls, readSearch(flags)), describePage);
      }),
    );
}

function readSearch(flags: Flags): object {
  return toSearch({
    project_id: flags.project,
    tenant: flags.tenant,
    key_id: flags.key,
    tool: flags.tool,
    template_id: flags.template,
    since: flags.since,
    cursor: flags.cursor,
  });
}

function describePage({ items, next_cursor }: Page): string {
  const table = formatTable(
    ['TIME', 'PROJECT', 'TENANT', 'KEY', 'CLIENT', 'TOOL', 'TEMPLATE', 'OUTCOME', 'VERSION', 'MS', 'BYTES'],
    items.map((call) => [
      call.at,
      call.project_id,
      call.tenant,
      call.key_name,
      call.client ?? '-',
      call.tool,
      call.template_id ?? '-',
      call.outcome,
      describeVersions(call),
      String(call.duration_ms),
      call.result_bytes === null ? '-' : String(call.result_bytes),
    ]),
    'There are no calls of tools, or none that match.',
  );
  return describePageEnd(table, next_cursor);
}

function describeVersions({ version_before: before, version_after: after }: Page['items'][number]): string {
  if (after === null) return '-';
  return before === null ? String(after) : `${before} → ${after}`;
}
