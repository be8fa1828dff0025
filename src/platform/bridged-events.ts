import { createEventBus, type DomainEvent, type EventBus } from './events.ts';
import type { Logger } from './logging/log.ts';
import type { Bus, BusMessage } from './ports/bus.ts';

/** Fields of an event's payload that are sent to other servers: ids only, no names or contents. */
const FACTS = ['projectId', 'tenant', 'templateId', 'accountId', 'id', 'kid', 'isRevoking'] as const;

/** The part of an event's payload that listeners on the bus receive. */
export type FactsOf<E extends DomainEvent> = Pick<E['payload'], keyof E['payload'] & (typeof FACTS)[number]>;

/** The event bus of this process. Every event is first published on the bus between servers, then to the listeners. */
export function createBridgedEvents(log: Logger, bus: Bus): EventBus {
  const events = createEventBus(log);
  events.subscribe((event, scope) => {
    const place = scope.kind === 'tenant' ? { projectId: scope.projectId, tenantId: scope.tenant.id } : {};
    bus.publish(event.type, { ...place, ...factsOf(event) });
  });
  return events;
}

function factsOf({ payload }: DomainEvent): BusMessage {
  const facts: Record<string, string | boolean> = {};
  for (const name of FACTS) {
    const value = (payload as Record<string, unknown>)[name];
    if (typeof value === 'string' || typeof value === 'boolean') facts[name] = value;
  }
  return facts;
}
