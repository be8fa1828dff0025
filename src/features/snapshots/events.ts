import { type ActivityRecorded, activityRecorded, type DomainEvent } from '../../platform/events.ts';

type SnapshotCreated = DomainEvent<'snapshot.created', { templateId: string; snapshotId: string }>;
type SnapshotDeleted = DomainEvent<'snapshot.deleted', { templateId: string; snapshotId: string }>;
type SnapshotRestored = DomainEvent<'snapshot.restored', { templateId: string; snapshotId: string }>;

export const snapshotCreated = (templateId: string, snapshotId: string): SnapshotCreated => ({
  type: 'snapshot.created',
  payload: { templateId, snapshotId },
});

export const snapshotDeleted = (templateId: string, snapshotId: string): SnapshotDeleted => ({
  type: 'snapshot.deleted',
  payload: { templateId, snapshotId },
});

export const snapshotRestored = (templateId: string, snapshotId: string): SnapshotRestored => ({
  type: 'snapshot.restored',
  payload: { templateId, snapshotId },
});

/** The entry of the activity feed for a snapshot. Restoring one gives the template a new version. */
export const snapshotActivity = (
  type: 'snapshot.created' | 'snapshot.autosaved' | 'snapshot.restored',
  { id, templateId, label }: { id: string; templateId: string; label: string | null },
  version?: number,
): ActivityRecorded =>
  activityRecorded({
    type,
    templateId,
    subjectId: id,
    summary: label,
    ...(version !== undefined && { version }),
    ...(type === 'snapshot.autosaved' && { isAutomatic: true }),
  });

/** The feed deletes the label of a deleted snapshot. */
export const snapshotDeletion = ({ id, templateId }: { id: string; templateId: string }): ActivityRecorded =>
  activityRecorded({ type: 'snapshot.deleted', templateId, subjectId: id, deletedIds: [id] });
