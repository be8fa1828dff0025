import type { Logger } from './logging/log.ts';
import type { Connection } from './ports/database.ts';
import type { Scope } from './scope.ts';

/** Something that has happened. `type` is `feature.verb_in_past`, e.g. `template.updated`. */
export interface DomainEvent<Type extends string = string, Payload extends object = object> {
  readonly type: Type;
  readonly payload: Payload;
}

/** Called after the commit, in the order of publication. A listener that throws is logged; the others still run. */
type EventListener = (event: DomainEvent, scope: Scope) => void;

/**
 * Called inside the transaction of a change. Its writes are committed with the change; if it throws, both are rolled
 * back.
 */
type TransactionHook = (event: DomainEvent, scope: Scope, db: Connection) => Promise<void>;

export interface EventBus {
  subscribe(listener: EventListener): () => void;
  publish(events: readonly DomainEvent[], scope: Scope): void;
  /** Adds a hook to the transactions of lower features. Returns a function that removes it. */
  onTransaction(hook: TransactionHook): () => void;
  /** Calls the hooks for a change that the transaction `db` makes. */
  emitInTransaction(event: DomainEvent, scope: Scope, db: Connection): Promise<void>;
}

/** Events within this process. Listeners are called synchronously; they start long work without awaiting it. */
export function createEventBus(log: Logger): EventBus {
  const listeners = new Set<EventListener>();
  const hooks = new Set<TransactionHook>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    publish(events, scope) {
      for (const event of events) {
        for (const listener of listeners) {
          try {
            listener(event, scope);
          } catch (error) {
            log.error({ err: error, event: event.type }, 'an event listener failed');
          }
        }
      }
    },
    onTransaction(hook) {
      hooks.add(hook);
      return () => hooks.delete(hook);
    },
    async emitInTransaction(event, scope, db) {
      for (const hook of hooks) await hook(event, scope, db);
    },
  };
}

/** A change for the activity feed, which adds the actor and the time. */
interface Activity {
  /** `feature.verb_in_past`, e.g. `comment.created`. */
  type: string;
  templateId?: string;
  /** Id of the changed thing; left out if it is the template itself. */
  subjectId?: string;
  /** The template's version after the change. */
  version?: number;
  /** A short description of the subject, such as its name. */
  summary?: string | null | undefined;
  /** Ids of deleted things, such as a template or comments. The feed then deletes its texts about them. */
  deletedIds?: readonly string[];
  /**
   * A repeated change by a program. Of consecutive ones on a template, the feed stores the last within each 15 minutes.
   */
  isAutomatic?: boolean;
}

/** Emitted in the transaction of the change, so that the feed contains exactly the committed changes. */
export type ActivityRecorded = DomainEvent<'activity.recorded', Activity>;

export const activityRecorded = (activity: Activity): ActivityRecorded => ({
  type: 'activity.recorded',
  payload: activity,
});

export function isActivity(event: DomainEvent): event is ActivityRecorded {
  return event.type === 'activity.recorded';
}

/** A change by the operator, as the audit records it. It must not hold secrets. */
interface AdminAction {
  /** `feature.verb_in_past`, e.g. `project.renamed`. */
  action: string;
  teamId?: string;
  projectId?: string;
  tenant?: string;
  /** Name or id of what was changed, and how: `growth → scale`. */
  subject?: string;
}

/** Emitted in the transaction of the change. */
type AdminActed = DomainEvent<'admin.acted', AdminAction>;

export const adminAction = (action: AdminAction): AdminActed => ({ type: 'admin.acted', payload: action });

export function isAdminAction(event: DomainEvent): event is AdminActed {
  return event.type === 'admin.acted';
}
