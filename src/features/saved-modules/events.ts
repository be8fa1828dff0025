import { type ActivityRecorded, activityRecorded, type DomainEvent } from '../../platform/events.ts';

type ModuleEventType =
  | 'saved_module.created'
  | 'saved_module.updated'
  | 'saved_module.deleted'
  | 'saved_module.restored';

type ModuleEvent = DomainEvent<ModuleEventType, { moduleId: string }>;

export const moduleEvent = (type: ModuleEventType, moduleId: string): ModuleEvent => ({
  type,
  payload: { moduleId },
});

/** For a module that is deleted for good. */
export const moduleDeleted = (moduleId: string): ActivityRecorded =>
  activityRecorded({ type: 'saved_module.deleted', subjectId: moduleId, deletedIds: [moduleId] });

export const modulePurged = (moduleId: string): ActivityRecorded =>
  activityRecorded({ type: 'saved_module.purged', subjectId: moduleId, deletedIds: [moduleId] });

export const moduleActivity = (type: ModuleEventType, row: { id: string; name: string }): ActivityRecorded =>
  activityRecorded({ type, subjectId: row.id, summary: row.name });
