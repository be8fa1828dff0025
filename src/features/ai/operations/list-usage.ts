import { type Static, Type } from '@sinclair/typebox';
import { DAY_MS, dayOf, toIsoTime } from '../../../platform/clock.ts';
import { defineOperation } from '../../../platform/operation.ts';
import {
  CursorInput,
  cutPage,
  decodeCursor,
  encodeCursor,
  pageOf,
  parseSince,
} from '../../../platform/pagination.ts';
import { findTenantId, ofProject } from '../../projects/index.ts';
import { selectUsage, type UsagePosition, type UsageRow } from '../usage-queries.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });

const RecordedUsage = Type.Object({
  day: Type.String({ description: 'A day of UTC, such as 2026-12-31.' }),
  project_id: Type.String(),
  tenant: Type.String(),
  actor_kind: Type.String({
    description: '`agent` (an API key), `user` (of the editor) or `system` (the customer’s backend).',
  }),
  actor_id: Type.String({ description: 'The key’s id, the signed user’s id, or else the tenant.' }),
  actor_name: Type.String({ description: 'The last name it had that day.' }),
  operation: Type.String({ description: '`generate`, `rewrite`, `suggest`, `fix` or `design`.' }),
  calls: count('Requests that reached the provider.'),
  input_tokens: count('Tokens read, as the provider counts; estimated where it does not say.'),
  output_tokens: count('Tokens written, likewise.'),
});

/** Filters of the list of usage. All given ones must match. */
const UsageSearch = Type.Object({
  project_id: Type.Optional(Type.String()),
  tenant: Type.Optional(Type.String({ description: 'Needs `project_id`.' })),
  actor_id: Type.Optional(Type.String({ description: 'An API key or a user.' })),
  since: Type.Optional(
    Type.String({
      pattern: '^\\d{4}-\\d\\d-\\d\\d$',
      'x-expected': 'a date such as 2027-12-31',
      description: 'The first day, in UTC.',
    }),
  ),
});

const ROWS_PER_PAGE = 100;

export const listUsage = defineOperation({
  name: 'listAiUsage',
  summary: 'List what was used of the AI provider by day, caller and operation, the latest day first',
  scope: 'admin',
  effect: 'read',
  access: ofProject('viewer'),
  input: Type.Composite([UsageSearch, Type.Object({ cursor: CursorInput })]),
  output: pageOf(RecordedUsage, ROWS_PER_PAGE),
  async run({ deps }, { cursor, ...search }) {
    const { project_id: projectId, actor_id: actorId, since } = search;
    const db = deps.db.reader;
    const tenantId = await findTenantId(db, search);
    const audience = `ai_usage:${JSON.stringify([projectId, search.tenant, actorId, since])}`;
    const after = cursor === undefined ? undefined : openPosition(deps.urlSigningKey, audience, cursor);
    const filter = { projectId, tenantId, actorId, sinceDay: parseDay(since) };
    const found = await selectUsage(db, filter, after, ROWS_PER_PAGE + 1);
    const { rows, ...page } = cutPage(found, ROWS_PER_PAGE, (last) =>
      encodeCursor(deps.urlSigningKey, audience, toPosition(last)),
    );
    return { items: rows.map(toRecordedUsage), ...page };
  },
});

function toPosition({ day, tenantId, actorKind, actorId, operation }: UsageRow): (string | number)[] {
  return [day, tenantId, actorKind, actorId, operation];
}

function openPosition(key: Uint8Array, audience: string, cursor: string): UsagePosition {
  const [day, tenantId, actorKind, actorId, operation] = decodeCursor(key, audience, cursor);
  return {
    day: Number(day),
    tenantId: Number(tenantId),
    actorKind: String(actorKind),
    actorId: String(actorId),
    operation: String(operation),
  };
}

function parseDay(date: string | undefined): number | undefined {
  const time = parseSince(date);
  return time === undefined ? undefined : dayOf(time);
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

/** Days since 1970-01-01 → `2026-12-31`. */
const toDate = (day: number): string => toIsoTime(day * DAY_MS).slice(0, 10);
