import type { DomainEvent } from '../../platform/events.ts';

export type SnapshotCreated = DomainEvent<'snapshot.created', { templateId: string; snapshotId: string }>;
export type SnapshotRestored = DomainEvent<'snapshot.restored', { templateId: string; snapshotId: string }>;

export const snapshotCreated = (templateId: string, snapshotId: string): SnapshotCreated => ({
  type: 'snapshot.created',
  payload: { templateId, snapshotId },
});

export const snapshotRestored = (templateId: string, snapshotId: string): SnapshotRestored => ({
  type: 'snapshot.restored',
  payload: { templateId, snapshotId },
});
