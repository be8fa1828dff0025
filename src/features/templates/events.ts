import { type ActivityRecorded, activityRecorded, type DomainEvent } from '../../platform/events.ts';
import { parseTags } from './organizing/attributes.ts';
import type { TemplateRow } from './queries.ts';

/** A committed change of one template. `version`: after the change. */
export type TemplateEvent = DomainEvent<
  'template.created' | 'template.updated' | 'template.deleted' | 'template.restored',
  {
    templateId: string;
    version: number;
  }
>;

export const templateEvent = (
  type: TemplateEvent['type'],
  template: { id: string; version: number },
): TemplateEvent => ({ type, payload: { templateId: template.id, version: template.version } });

export function isTemplateUpdated(event: DomainEvent): event is TemplateEvent {
  return event.type === 'template.updated';
}

export function isTemplateDeleted(event: DomainEvent): event is TemplateEvent {
  return event.type === 'template.deleted';
}

/** The entry of the activity feed for a new or changed template. */
export const templateActivity = (
  type: 'template.created' | 'template.updated' | 'template.restored',
  { id, version, name }: { id: string; version: number; name: string | null },
): ActivityRecorded => activityRecorded({ type, templateId: id, version, summary: name });

/** `isRestorable`: it is in the trash, so the feed keeps its texts. */
export const templateDeleted = (
  { id, version, name }: { id: string; version: number; name: string | null },
  isRestorable: boolean,
): ActivityRecorded =>
  activityRecorded({
    type: 'template.deleted',
    templateId: id,
    version,
    ...(isRestorable ? { summary: name } : { deletedIds: [id] }),
  });

export const templatePurged = (id: string): ActivityRecorded =>
  activityRecorded({ type: 'template.purged', templateId: id, deletedIds: [id] });

/** The entry of the activity feed for a change of the name only. */
const templateRenamed = (
  before: { name: string | null },
  { id, version, name }: { id: string; version: number; name: string | null },
): ActivityRecorded =>
  activityRecorded({
    type: 'template.renamed',
    templateId: id,
    version,
    summary: `${before.name ?? '(unnamed)'} → ${name ?? '(unnamed)'}`,
  });

/** The entries of the activity feed for a change of one template. */
export function describeChange(before: TemplateRow, after: TemplateRow): ActivityRecorded[] {
  const { id, version, name, tags } = after;
  const entries: ActivityRecorded[] = [];
  if (after.contentId !== before.contentId) entries.push(templateActivity('template.updated', after));
  else if (name !== before.name) entries.push(templateRenamed(before, after));
  else if (after.key !== before.key) entries.push(templateActivity('template.updated', after));
  const add = (type: string, summary: string | null) =>
    entries.push(activityRecorded({ type, templateId: id, version, summary }));
  if (after.folderId !== before.folderId) add('template.moved', name);
  if (tags !== before.tags) add('template.tagged', parseTags(tags).join(', '));
  const isArchived = after.archivedAt !== null;
  if (isArchived !== (before.archivedAt !== null))
    add(isArchived ? 'template.archived' : 'template.unarchived', name);
  return entries;
}

/**
 * A template before and after a change of its content. The new content can be an old one that until then only a
 * snapshot refers to.
 */
interface ChangingTemplate {
  id: string;
  before: TemplateRow;
  after: TemplateRow;
}

/** Emitted inside the transaction, before the template gets another content. */
type TemplateChanging = DomainEvent<'template.changing', ChangingTemplate>;

export const templateChanging = (before: TemplateRow, after: TemplateRow): TemplateChanging => ({
  type: 'template.changing',
  payload: { id: before.id, before, after },
});

export function isTemplateChanging(event: DomainEvent): event is TemplateChanging {
  return event.type === 'template.changing';
}

/** Emitted inside the transaction, after any change of a template's row. */
type TemplateChanged = DomainEvent<'template.changed', ChangingTemplate>;

export const templateChanged = (before: TemplateRow, after: TemplateRow): TemplateChanged => ({
  type: 'template.changed',
  payload: { id: before.id, before, after },
});

export function isTemplateChanged(event: DomainEvent): event is TemplateChanged {
  return event.type === 'template.changed';
}

/** Emitted inside the transaction that stores a content the tenant did not have; `json` in UTF-8. */
type ContentStored = DomainEvent<'content.stored', { contentId: number; json: Uint8Array }>;

export const contentStored = (contentId: number, json: Uint8Array): ContentStored => ({
  type: 'content.stored',
  payload: { contentId, json },
});

export function isContentStored(event: DomainEvent): event is ContentStored {
  return event.type === 'content.stored';
}

/** Emitted inside the transaction that records a content whose save was refused. */
type SaveRefused = DomainEvent<
  'template.save_refused',
  {
    template: TemplateRow;
    contentId: number;
    label: string;
    /** Identifies the content on which it was based. */
    base: string;
  }
>;

export const saveRefused = (payload: SaveRefused['payload']): SaveRefused => ({
  type: 'template.save_refused',
  payload,
});

export function isSaveRefused(event: DomainEvent): event is SaveRefused {
  return event.type === 'template.save_refused';
}
