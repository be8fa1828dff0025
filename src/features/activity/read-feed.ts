import type { Static } from '@sinclair/typebox';
import { DAY_MS, toIsoTime } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { cutPage, decodeCursor, encodeCursor, parseSince } from '../../platform/pagination.ts';
import {
  type ActivityFilter,
  type ActivityOfTenant,
  type ActivityOwner,
  type ActivityRange,
  selectActivities,
  selectActivityPosition,
} from './queries.ts';
import type { RecordedActivity } from './schema.ts';

export const ACTIVITIES_PER_PAGE = 50;

/** Rows scanned in one query, so that a search for rare rows does not block the server. */
const ROWS_PER_SCAN = 10_000;

/** Rows are ordered by id. If the clock was set back, their times can be out of order by less than this. */
const CLOCK_SLACK_MS = DAY_MS;

interface FeedSearch {
  templateId?: string | undefined;
  projectId?: string | undefined;
  teamId?: string | undefined;
  actor?: string | undefined;
  type?: string | undefined;
  since?: string | undefined;
  cursor?: string | undefined;
}

/** A page of a feed, newest first. `audience` identifies the feed; a cursor is valid for that feed only. */
export async function readFeed(
  deps: Deps,
  owner: ActivityOwner,
  audience: readonly (string | number | undefined)[],
  { cursor, since, ...search }: FeedSearch,
): Promise<{ rows: ActivityOfTenant[]; per_page: number; next_cursor: string | null }> {
  const { templateId, projectId, teamId, actor, type } = search;
  const question = JSON.stringify(['activity', audience, templateId, projectId, teamId, actor, type, since]);
  const after =
    cursor === undefined ? undefined : Number(decodeCursor(deps.urlSigningKey, question, cursor)[0]);
  const filter = { projectId, teamId, actorId: actor, type, since: parseSince(since) };
  const found = await findActivities(deps, owner, { templateId, after }, filter);
  return cutPage(found, ACTIVITIES_PER_PAGE, ({ id }) => encodeCursor(deps.urlSigningKey, question, [id]));
}

/** Scans range by range until there is one row more than a page. Between two scans the server can answer other requests. */
async function findActivities(
  deps: Deps,
  owner: ActivityOwner,
  range: ActivityRange,
  filter: ActivityFilter,
): Promise<ActivityOfTenant[]> {
  const db = deps.db.reader;
  const wanted = ACTIVITIES_PER_PAGE + 1;
  const found: ActivityOfTenant[] = [];
  let { after } = range;
  for (;;) {
    const until = await selectActivityPosition(owner, db, { ...range, after }, ROWS_PER_SCAN);
    const scanned = { ...range, after, until: until?.id };
    found.push(...(await selectActivities(owner, db, scanned, filter, wanted - found.length)));
    if (until === undefined || found.length === wanted) return found;
    if (filter.since !== undefined && until.at < filter.since - CLOCK_SLACK_MS) return found;
    after = until.id;
    await Bun.sleep(0);
  }
}

export function toRecordedActivity(row: ActivityOfTenant): Static<typeof RecordedActivity> {
  return {
    id: row.id,
    at: toIsoTime(row.at),
    actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
    surface: row.surface,
    type: row.type,
    template_id: row.templateId,
    subject_id: row.subjectId,
    version: row.version,
    summary: row.summary,
  };
}
