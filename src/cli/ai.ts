import type { Static } from '@sinclair/typebox';
import type { Command } from 'commander';
import { checkProvider, listUsage } from '../features/ai/index.ts';
import { addCommonFlags, runWithSession } from './command.ts';
import { describePageEnd, toSearch } from './listing.ts';
import { formatFields, formatTable, printResult } from './output.ts';
import type { Flags } from './session.ts';

type Report = Static<(typeof checkProvider)['output']>;
type Page = Static<(typeof listUsage)['output']>;

export function addAiCommands(program: Command): void {
  const ai = program.command('ai').description('the language model for generating and rewriting');

  addCommonFlags(ai.command('check'))
    .description(
      'check that the provider answers, streams and returns structured output; exit status 1 if not',
    )
    .action(
      runWithSession(async (session, flags) => {
        const report = await session.call(checkProvider, {});
        printResult(flags, report, describeReport);
        if (!report.ok) process.exitCode = 1;
      }),
    );
  addUsageCommand(ai);
}

/** Also added to `audit`, because usage belongs to the audit records. */
export function addUsageCommand(parent: Command): void {
  addCommonFlags(parent.command('usage'))
    .description('list the tokens used, by day, caller and operation; latest day first')
    .option('--project <id>', 'only of this project; "galley project list" shows the ids')
    .option('--tenant <tenant>', 'only of this tenant of the project')
    .option('--key <id>', 'only of this API key, or of this user')
    .option('--since <date>', 'only since this day (UTC): 2026-12-31')
    .option('--cursor <cursor>', 'the next page: the cursor at the end of the page before')
    .action(
      runWithSession(async (session, flags) => {
        printResult(flags, await session.call(listUsage, readSearch(flags)), describePage);
      }),
    );
}

function readSearch(flags: Flags): object {
  return toSearch({
    project_id: flags.project,
    tenant: flags.tenant,
    actor_id: flags.key,
    since: flags.since,
    cursor: flags.cursor,
  });
}

const STRUCTURES: Record<Report['models'][number]['structured_output'], string> = {
  schema: 'yes, by a schema',
  json: 'yes, as JSON without a schema',
  prompt: 'yes, because it is asked to',
  none: 'no',
};

function describeReport({ ok, provider, base_url, has_key, models }: Report): string {
  const parts = models.map((found) => {
    const fields = {
      answers: found.answers ? `yes, as ${found.answered_as}` : 'no',
      streams: yesOrNo(found.streams),
      'structured output': STRUCTURES[found.structured_output],
      ...(found.sees_pictures !== null && { 'sees pictures': yesOrNo(found.sees_pictures) }),
    };
    const problem = found.problem === null ? [] : [`  ${found.problem}`];
    return [`${found.model}:`, formatFields(fields), ...problem].join('\n');
  });
  const key = has_key ? 'with a key' : 'without a key';
  const verdict = ok ? 'The provider works.' : 'The provider does not work yet.';
  return [`${provider} at ${base_url}, ${key}`, ...parts, verdict].join('\n');
}

function yesOrNo(value: boolean): string {
  return value ? 'yes' : 'no';
}

function describePage({ items, next_cursor }: Page): string {
  const table = formatTable(
    ['DAY', 'PROJECT', 'TENANT', 'KIND', 'NAME', 'ID', 'OPERATION', 'CALLS', 'READ', 'WRITTEN'],
    items.map((row) => [
      row.day,
      row.project_id,
      row.tenant,
      row.actor_kind,
      row.actor_name,
      row.actor_id,
      row.operation,
      String(row.calls),
      String(row.input_tokens),
      String(row.output_tokens),
    ]),
    'No tokens have been used.',
  );
  return describePageEnd(table, next_cursor);
}
