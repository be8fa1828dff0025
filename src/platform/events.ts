import type { Logger } from './log.ts';
import type { Scope } from './scope.ts';

/** Something that has happened and is committed. `type` reads `feature.verb_in_past`, e.g. `template.updated`. */
export interface DomainEvent<Type extends string = string, Payload extends object = object> {
  readonly type: Type;
  readonly payload: Payload;
}

/** Called after the commit, in the order of publication. A listener that throws is logged and does not stop the others. */
export type EventListener = (event: DomainEvent, scope: Scope) => void;

export interface EventBus {
  subscribe(listener: EventListener): () => void;
  publish(events: readonly DomainEvent[], scope: Scope): void;
}

/** An in-process bus. Listeners are called synchronously, so they must hand long work to a queue of their own. */
export function createEventBus(log: Logger): EventBus {
  const listeners = new Set<EventListener>();
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
  };
}
