import type { DomainEvent } from './events.ts';

/** What the feed of activity is to say of a change, beside who made it and when. */
export interface Activity {
  /** Reads `feature.verb_in_past`, e.g. `comment.created`. */
  type: string;
  templateId?: string;
  /** What was changed, unless it is the template itself. */
  subjectId?: string;
  /** The template's version after it. */
  version?: number;
  /** What people know the subject by, such as its name. */
  summary?: string | null | undefined;
  /** Ids of what the change deletes, such as a template or comments: the feed keeps no text about them. */
  deletedIds?: readonly string[];
  /**
   * Done by a program again and again: of those in a row on a template, the feed
   * keeps the last of each quarter of an hour.
   */
  isAutomatic?: boolean;
}

/** Announced inside the transaction of the change: the feed tells of what is committed, and of all of it. */
export type ActivityRecorded = DomainEvent<'activity.recorded', Activity>;

export const activityRecorded = (activity: Activity): ActivityRecorded => ({
  type: 'activity.recorded',
  payload: activity,
});

export function isActivity(event: DomainEvent): event is ActivityRecorded {
  return event.type === 'activity.recorded';
}
