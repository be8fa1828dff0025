import type { Static } from '@sinclair/typebox';
import { toIsoTime } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import type { DomainError } from '../../platform/errors.ts';
import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import {
  authorOf,
  isByAgent,
  isTemplateChanging,
  selectTemplate,
  selectTemplateWithContent,
  templateNotFound,
  type View,
  viewContent,
} from '../templates/index.ts';
import { snapshotNotFound } from './errors.ts';
import {
  type SnapshotRow,
  type SnapshotWithContent,
  selectNewestSnapshot,
  selectSnapshot,
} from './queries.ts';
import { recordSnapshot } from './record-snapshot.ts';
import type { ViewedSnapshot } from './schema.ts';

/** The id that stands for the present content. */
export const NOW = 'now';

/** A content a template has or had. */
export interface TemplateState {
  contentId: number;
  /** UTF-8 bytes of its JSON. */
  json: Uint8Array;
  /** Its description in answers. */
  heading: { id: string; at: string; label?: string; is_autosave?: boolean; version?: number };
}

/** The state of a template that `id` names: a snapshot, or `now`. Throws `not_found`. */
export async function readState(
  scope: TenantScope,
  db: Connection,
  templateId: string,
  id: string,
): Promise<TemplateState> {
  return id === NOW ? readPresent(scope, db, templateId) : readSnapshot(scope, db, templateId, id);
}

/** The error for a missing snapshot: the template or the snapshot is not found. */
export async function explainMissing(
  scope: TenantScope,
  db: Connection,
  templateId: string,
): Promise<DomainError> {
  const template = await selectTemplate(scope, db, templateId);
  return template === undefined ? templateNotFound() : snapshotNotFound();
}

async function readPresent(scope: TenantScope, db: Connection, templateId: string): Promise<TemplateState> {
  const row = await selectTemplateWithContent(scope, db, templateId);
  if (row === undefined) throw templateNotFound();
  const { contentId, json, version, updatedAt } = row;
  return { contentId, json, heading: { id: NOW, at: toIsoTime(updatedAt), version } };
}

async function readSnapshot(
  scope: TenantScope,
  db: Connection,
  templateId: string,
  id: string,
): Promise<TemplateState> {
  const row = await selectSnapshot(scope, db, templateId, id);
  if (row === undefined) throw await explainMissing(scope, db, templateId);
  const { contentId, json, label, isAutosave, createdAt } = row;
  const at = toIsoTime(createdAt);
  return { contentId, json, heading: { id, at, ...(label !== null && { label }), is_autosave: isAutosave } };
}

/** A snapshot without its content. */
export function toSnapshotSummary(row: SnapshotRow): Static<typeof ViewedSnapshot> {
  return {
    id: row.id,
    template_id: row.templateId,
    is_autosave: row.isAutosave,
    ...(row.label === null ? {} : { label: row.label }),
    created_at: toIsoTime(row.createdAt),
  };
}

/** A snapshot with the part of its content that `view` asks for. */
export function toSnapshot(row: SnapshotWithContent, view: View): Static<typeof ViewedSnapshot> {
  return { ...toSnapshotSummary(row), ...viewContent(row.json, view) };
}

/** An agent that has not changed a template for this long starts a new session of work with its next change. */
const SESSION_MS = 15 * 60_000;

/**
 * Makes changes by agents undoable: records the present content as a snapshot, in the transaction of the change,
 * - before an agent replaces all of it, before the first change of an agent's session of work, and if the template has
 *   no snapshot yet (a change by another actor ends the session);
 * - before a person replaces all of what an agent made. Editors save their own states as snapshots, but not the agent's.
 */
export function snapshotBeforeChanges(deps: Deps): void {
  deps.events.onTransaction(async (event, scope, db) => {
    if (!isTemplateChanging(event) || scope.kind !== 'tenant') return;
    const { id, contentId, contentBy, contentAt, nextContentId, isReplacement } = event.payload;
    const now = deps.clock.now();
    if (scope.actor.kind === 'agent') {
      const isWithinSession = contentBy === authorOf(scope) && now - (contentAt ?? 0) < SESSION_MS;
      const isOptional = isWithinSession && !isReplacement;
      if (isOptional && (await selectNewestSnapshot(scope, db, id)) !== undefined) return;
    } else if (!isReplacement || !isByAgent(contentBy)) return;
    const label = `Before changes by ${scope.actor.name}`;
    const draft = { templateId: id, contentId, isAutosave: true, label };
    await recordSnapshot(scope, db, draft, { now, keptContentId: nextContentId });
  });
}
