import { type Static, Type } from '@sinclair/typebox';
import { toIsoTime } from '../../../platform/clock.ts';
import { defineOperation } from '../../../platform/operation.ts';
import {
  CursorInput,
  cutPage,
  decodeCursor,
  encodeCursor,
  pageOf,
  parseSince,
} from '../../../platform/pagination.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import { findTenantId, ofProjectOrTeam } from '../../projects/index.ts';
import {
  selectToolCallPosition,
  selectToolCalls,
  type ToolCallFilter,
  type ToolCallOfTenant,
  type ToolCallPosition,
  type ToolCallRange,
} from '../queries.ts';
import { RecordedToolCall, ToolCallSearch } from '../schema.ts';

const CALLS_PER_PAGE = 50;

/** Rows scanned in one query, so that searching millions of rows does not block the server. */
const CALLS_PER_SCAN = 10_000;

export const listToolCalls = defineOperation({
  name: 'listToolCalls',
  summary: 'List tool calls by AI agents, newest first',
  scope: 'admin',
  effect: 'read',
  access: ofProjectOrTeam('viewer'),
  input: Type.Composite([ToolCallSearch, Type.Object({ cursor: CursorInput })]),
  output: pageOf(RecordedToolCall, CALLS_PER_PAGE),
  async run({ deps }, { cursor, ...search }) {
    // Writes queued calls first, so that the list has every answered call.
    await deps.services.audit.recorder.flush();
    const { project_id: projectId, team_id: teamId, key_id: actorId, tool, template_id: templateId } = search;
    const db = deps.db.reader;
    const range = { tenantId: await findTenantId(db, search), since: parseSince(search.since) };
    const audience = `tool_calls:${JSON.stringify([projectId, teamId, search.tenant, actorId, tool, templateId, search.since])}`;
    const after = cursor === undefined ? undefined : decodePosition(deps.urlSigningKey, audience, cursor);
    const filter = { projectId, teamId, actorId, tool, templateId };
    const found = await findToolCalls(db, { ...range, after }, filter, CALLS_PER_PAGE + 1);
    const { rows, ...page } = cutPage(found, CALLS_PER_PAGE, ({ at, id }) =>
      encodeCursor(deps.urlSigningKey, audience, [at, id]),
    );
    return { items: rows.map(toRecordedToolCall), ...page };
  },
});

function decodePosition(key: Uint8Array, audience: string, cursor: string): ToolCallPosition {
  const [at, id] = decodeCursor(key, audience, cursor);
  return { at: Number(at), id: Number(id) };
}

/** Scans range by range until there are `limit` rows. Between two scans the server can answer other requests. */
async function findToolCalls(
  db: Connection,
  range: ToolCallRange,
  filter: ToolCallFilter,
  limit: number,
): Promise<ToolCallOfTenant[]> {
  const found: ToolCallOfTenant[] = [];
  let after = range.after;
  for (;;) {
    const until = await selectToolCallPosition(db, { ...range, after }, CALLS_PER_SCAN);
    found.push(...(await selectToolCalls(db, { ...range, after, until }, filter, limit - found.length)));
    if (until === undefined || found.length === limit) return found;
    after = until;
    await Bun.sleep(0);
  }
}

function toRecordedToolCall(row: ToolCallOfTenant): Static<typeof RecordedToolCall> {
  return {
    id: row.id,
    at: toIsoTime(row.at),
    project_id: row.projectId,
    tenant: row.tenant,
    tenant_name: row.tenantName,
    key_id: row.actorId,
    key_name: row.actorName,
    client: row.clientName === null ? null : [row.clientName, row.clientVersion ?? []].flat().join('/'),
    tool: row.tool,
    template_id: row.templateId,
    outcome: row.outcome,
    version_before: row.versionBefore,
    version_after: row.versionAfter,
    duration_ms: row.durationMs,
    result_bytes: row.resultBytes,
  };
}
