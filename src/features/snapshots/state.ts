import { toIsoTime } from '../../platform/clock.ts';
import type { DomainError } from '../../platform/errors.ts';
import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { selectTemplate, selectTemplateWithContent, templateNotFound } from '../templates/index.ts';
import { snapshotNotFound } from './errors.ts';
import { selectSnapshot } from './queries.ts';

/** What the present content is called where a snapshot could be. */
export const NOW = 'now';

/** A content a template has or had. */
export interface TemplateState {
  contentId: number;
  /** UTF-8 bytes of its JSON. */
  json: Uint8Array;
  /** What a reader is told of it. */
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

/** Why there is no such snapshot: perhaps there is not even the template. */
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
