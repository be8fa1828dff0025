import type { Deps } from '../../platform/deps.ts';
import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { isTemplateChanging, selectContentOfVersion, type TemplateRow } from '../templates/index.ts';
import { type NewestSnapshot, selectNewestHead } from './queries.ts';
import { addSnapshot, makeDraft, notBefore, thinOldSnapshots } from './record-snapshot.ts';
import { adoptVersion } from './refused-queries.ts';

/** Content changes of a template between two thinnings of its history. */
const THINNING_INTERVAL = 25;

/**
 * Records each new content of a template as an automatic snapshot, in the transaction of the change. The replaced
 * content is recorded first if the history lacks it, for example the first content after creation.
 */
export function recordVersions(deps: Deps): void {
  deps.events.onTransaction(async (event, scope, db) => {
    if (!isTemplateChanging(event) || scope.kind !== 'tenant') return;
    const { before, after } = event.payload;
    const keptContentId = before.contentId;
    const now = deps.clock.now();
    const newest = await recordReplaced(scope, db, before, after);
    const isUnsavedBefore = newest.contentId === after.contentId && newest.version === null;
    if (isUnsavedBefore) await adoptVersion(scope, db, newest.id, after);
    else await addSnapshot(scope, db, makeDraft(after), { at: notBefore(newest, now), keptContentId });
    if (after.version % THINNING_INTERVAL > 0) return;
    await thinOldSnapshots(scope, db, { templateId: after.id, keptContentId, now });
  });
}

/** Makes sure that the history has the content that a change replaces. Returns the newest snapshot. */
async function recordReplaced(
  scope: TenantScope,
  db: Connection,
  before: TemplateRow,
  after: TemplateRow,
): Promise<NewestSnapshot> {
  const newest = await selectNewestHead(scope, db, before.id);
  if (newest?.contentId === before.contentId) {
    if (newest.version === null) await adoptVersion(scope, db, newest.id, before);
    return newest;
  }
  // Editors add snapshots of unsaved contents, and then the newest snapshot is not the present content.
  if (newest !== undefined) {
    const recorded = await selectContentOfVersion(scope, db, before.id, before.version);
    if (recorded?.contentId === before.contentId) return newest;
  }
  const writtenAt = before.contentAt;
  const isOlder = newest !== undefined && newest.version === null && writtenAt <= newest.createdAt;
  const at = isOlder ? Math.min(writtenAt, newest.createdAt - 1) : notBefore(newest, writtenAt);
  const label = scope.actor.kind === 'agent' ? `Before changes by ${scope.actor.name}` : null;
  // Without a history, a content as old as the template is its first one, and only the name has changed since.
  const isAsCreated = newest === undefined && before.contentAt === before.createdAt;
  const versions = isAsCreated && { version: 1, lastVersion: before.version };
  const draft = { ...makeDraft(before), label, ...versions };
  // Freeing storage must not delete the content that a restored version brings back.
  const added = await addSnapshot(scope, db, draft, { at, keptContentId: after.contentId });
  return isOlder ? newest : added;
}
