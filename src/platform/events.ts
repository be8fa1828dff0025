import type { Logger } from './log.ts';
import type { Connection } from './ports/database.ts';
import type { Scope } from './scope.ts';

/** Something that has happened and is committed. `type` reads `feature.verb_in_past`, e.g. `template.updated`. */
export interface DomainEvent<Type extends string = string, Payload extends object = object> {
  readonly type: Type;
  readonly payload: Payload;
}

/** Called after the commit, in the order of publication. A listener that throws is logged and does not stop the others. */
export type EventListener = (event: DomainEvent, scope: Scope) => void;

/**
 * Called inside the transaction of a change: what it writes is committed with the change, and what it throws undoes
 * both.
 */
export type Companion = (event: DomainEvent, scope: Scope, db: Connection) => Promise<void>;

export interface EventBus {
  subscribe(listener: EventListener): () => void;
  publish(events: readonly DomainEvent[], scope: Scope): void;
  /** For features above the one that changes something: what has to happen together with it. */
  accompany(companion: Companion): () => void;
  /** Announces, inside a transaction, a change that it is about to make or has made, as the event says. */
  announce(event: DomainEvent, scope: Scope, db: Connection): Promise<void>;
}

/** An in-process bus. Listeners are called synchronously, so they must hand long work to a queue of their own. */
export function createEventBus(log: Logger): EventBus {
  const listeners = new Set<EventListener>();
  const companions = new Set<Companion>();
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
    accompany(companion) {
      companions.add(companion);
      return () => companions.delete(companion);
    },
    async announce(event, scope, db) {
      for (const companion of companions) await companion(event, scope, db);
    },
  };
}
