import type { Static } from '@sinclair/typebox';
import type { Command } from 'commander';
import { listAllActivity } from '../features/activity/index.ts';
import { addCommonFlags, runWithSession } from './command.ts';
import { describePageEnd, toSearch } from './listing.ts';
import { formatTable, printResult } from './output.ts';
import type { Flags } from './session.ts';

type Page = Static<(typeof listAllActivity)['output']>;

export function addActivityCommand(audit: Command): void {
  addCommonFlags(audit.command('activity'))
    .description('list changes by people and agents, newest first, 50 a page')
    .option('--project <id>', 'only of this project; "galley project list" shows the ids')
    .option('--tenant <tenant>', 'only of this tenant of the project')
    .option('--actor <id>', 'only by this user, or with this API key')
    .option(
      '--type <type>',
      'only of this type, such as template.deleted; "comment" matches all types of comments',
    )
    .option('--template <id>', 'only about this template, which may be deleted')
    .option('--since <time>', 'only since this time: 2026-12-31 (UTC), or 2026-12-31T18:00:00Z')
    .option('--cursor <cursor>', 'the next page: the cursor at the end of the page before')
    .action(
      runWithSession(async (session, flags) => {
        printResult(flags, await session.call(listAllActivity, readSearch(flags)), describePage);
      }),
    );
}

function readSearch(flags: Flags): object {
  return toSearch({
    project_id: flags.project,
    tenant: flags.tenant,
    actor: flags.actor,
    type: flags.type,
    template_id: flags.template,
    since: flags.since,
    cursor: flags.cursor,
  });
}

function describePage({ items, next_cursor }: Page): string {
  const table = formatTable(
    ['TIME', 'PROJECT', 'TENANT', 'WHO', 'THROUGH', 'WHAT', 'TEMPLATE', 'VERSION', 'ABOUT'],
    items.map((change) => [
      change.at,
      change.project_id,
      change.tenant,
      change.actor.kind === 'user' ? change.actor.name : `${change.actor.name} (${change.actor.kind})`,
      change.surface,
      change.type,
      change.template_id ?? '-',
      change.version === null ? '-' : String(change.version),
      change.summary ?? '-',
    ]),
    'There are no changes, or none that match.',
  );
  return describePageEnd(table, next_cursor);
}
