import type { Static } from '@sinclair/typebox';
import { toIsoTime } from '../../platform/clock.ts';
import type { DomainError } from '../../platform/errors.ts';
import type { Connection } from '../../platform/ports/database.ts';
import type { Actor, TenantScope } from '../../platform/scope.ts';
import { identifyActor, typeOfAuthor } from '../access/index.ts';
import {
  requireTemplateWithContent,
  selectContentOfVersion,
  selectTemplate,
  templateNotFound,
  type View,
  viewContent,
} from '../templates/index.ts';
import { snapshotNotFound, versionNotFound } from './errors.ts';
import { type SnapshotRow, type SnapshotWithContent, selectSnapshot } from './queries.ts';
import type { ViewedSnapshot } from './schema.ts';

/** The id of the present content. */
export const NOW = 'now';

/** A present or former content of a template. */
export interface TemplateState {
  contentId: number;
  /** UTF-8 bytes of its JSON. */
  json: Uint8Array;
  /** Its description in answers. */
  heading: { id: string; at: string; label?: string; is_autosave?: boolean; version?: number };
}

/** The state of a template with this id: of a snapshot, a version, or `now`. Throws `not_found`. */
export async function readState(
  scope: TenantScope,
  db: Connection,
  templateId: string,
  id: string,
): Promise<TemplateState> {
  if (/^\d{1,15}$/.test(id)) return readVersion(scope, db, templateId, Number(id));
  return id === NOW ? readPresent(scope, db, templateId) : readSnapshot(scope, db, templateId, id);
}

/** The error for a missing snapshot: either the template or the snapshot is not found. */
export async function explainMissing(
  scope: TenantScope,
  db: Connection,
  templateId: string,
): Promise<DomainError> {
  const template = await selectTemplate(scope, db, templateId);
  return template === undefined ? templateNotFound() : snapshotNotFound();
}

async function readPresent(scope: TenantScope, db: Connection, templateId: string): Promise<TemplateState> {
  const row = await requireTemplateWithContent(scope, db, templateId);
  const { contentId, json, version, updatedAt } = row;
  return { contentId, json, heading: { id: NOW, at: toIsoTime(updatedAt), version } };
}

/** The history may lack the version, because it is thinned with age. */
async function readVersion(
  scope: TenantScope,
  db: Connection,
  templateId: string,
  version: number,
): Promise<TemplateState> {
  const present = await readPresent(scope, db, templateId);
  if (present.heading.version === version) return present;
  const row = await selectContentOfVersion(scope, db, templateId, version);
  if (row === undefined) throw versionNotFound(version);
  const { contentId, json, createdAt } = row;
  return { contentId, json, heading: { id: String(version), at: toIsoTime(createdAt), version } };
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
    ...(row.version !== null && { version: row.version }),
    ...toAuthor(row),
    created_at: toIsoTime(row.createdAt),
  };
}

/** The author in the form that comments use; nothing if unknown. */
function toAuthor({ authorKind, authorId, authorName }: SnapshotRow) {
  if (authorKind === null || authorId === null || authorName === null) return {};
  const author_type = typeOfAuthor(authorKind);
  const author_identifier = identifyActor({ kind: authorKind as Actor['kind'], id: authorId });
  return { author_identifier, author_name: authorName, author_type };
}

/** A snapshot with the part of its content that `view` requests. */
export function toSnapshot(row: SnapshotWithContent, view: View): Static<typeof ViewedSnapshot> {
  return { ...toSnapshotSummary(row), ...viewContent(row.json, view) };
}
