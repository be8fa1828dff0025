import { createEventBus, type EventBus } from './events.ts';
import type { Logger } from './log.ts';
import type { Bus } from './ports/bus.ts';

/** The event bus of this process. Every event is first published on the bus between servers, then to the listeners. */
export function createBridgedEvents(log: Logger, bus: Bus): EventBus {
  const events = createEventBus(log);
  events.subscribe(({ type }, scope) => {
    const { projectId, tenantId } =
      scope.kind === 'tenant' ? { projectId: scope.projectId, tenantId: scope.tenant.id } : {};
    bus.publish(type, { projectId, tenantId });
  });
  return events;
}
