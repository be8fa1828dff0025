import { type Static, Type } from '@sinclair/typebox';
import { invalidField } from '../../../../platform/errors.ts';
import { defineOperation } from '../../../../platform/operation.ts';
import { CursorInput, openCursor, pageOf, sealCursor } from '../../../../platform/pagination.ts';
import { findTenantId } from '../../../projects/index.ts';
import { selectUsage, type UsagePosition, type UsageRow } from '../queries.ts';
import { RecordedUsage, UsageSearch } from '../schema.ts';
import { toDate } from '../to-date.ts';
import { dayOf } from '../usage-ledger.ts';

const ROWS_PER_PAGE = 100;

export const listUsage = defineOperation({
  name: 'listAiUsage',
  summary: 'List what was used of the AI provider by day, caller and operation, the latest day first',
  scope: 'admin',
  input: Type.Composite([UsageSearch, Type.Object({ cursor: CursorInput })]),
  output: pageOf(RecordedUsage, ROWS_PER_PAGE),
  async run({ deps }, { cursor, ...search }) {
    const { project_id: projectId, actor_id: actorId, since } = search;
    const db = deps.db.reader;
    const tenantId = await findTenantId(db, search);
    const audience = `ai_usage:${JSON.stringify([projectId, search.tenant, actorId, since])}`;
    const after = cursor === undefined ? undefined : openPosition(deps.sealKey, audience, cursor);
    const filter = { projectId, tenantId, actorId, sinceDay: parseDay(since) };
    const rows = await selectUsage(db, filter, after, ROWS_PER_PAGE + 1);
    const page = rows.slice(0, ROWS_PER_PAGE);
    const last = rows.length > page.length ? page.at(-1) : undefined;
    return {
      items: page.map(toRecordedUsage),
      per_page: ROWS_PER_PAGE,
      next_cursor: last === undefined ? null : sealCursor(deps.sealKey, audience, toPosition(last)),
    };
  },
});

function toPosition({ day, tenantId, actorKind, actorId, operation }: UsageRow): (string | number)[] {
  return [day, tenantId, actorKind, actorId, operation];
}

function openPosition(key: Uint8Array, audience: string, cursor: string): UsagePosition {
  const [day, tenantId, actorKind, actorId, operation] = openCursor(key, audience, cursor);
  return {
    day: Number(day),
    tenantId: Number(tenantId),
    actorKind: String(actorKind),
    actorId: String(actorId),
    operation: String(operation),
  };
}

function parseDay(date: string | undefined): number | undefined {
  if (date === undefined) return undefined;
  const time = Date.parse(date);
  if (Number.isNaN(time)) throw invalidField('since', 'is not a date of the calendar.');
  return dayOf(time);
}

function toRecordedUsage(row: UsageRow & { tenant: string }): Static<typeof RecordedUsage> {
  return {
    day: toDate(row.day),
    project_id: row.projectId,
    tenant: row.tenant,
    actor_kind: row.actorKind,
    actor_id: row.actorId,
    actor_name: row.actorName,
    operation: row.operation,
    calls: row.calls,
    input_tokens: row.inputTokens,
    output_tokens: row.outputTokens,
  };
}
