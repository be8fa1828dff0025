import type { DomainEvent } from '../../platform/events.ts';

/** An agent has done something with a template it may work on: also what changes nothing. */
export type ToolCalled = DomainEvent<'tool.called', { templateId: string }>;

/** The events of a call; none unless it succeeded, because only then is the template one of the agent's tenant. */
export function toolCallEvents({
  templateId,
  outcome,
}: {
  templateId?: string | undefined;
  outcome: string;
}): ToolCalled[] {
  if (templateId === undefined || outcome !== 'ok') return [];
  return [{ type: 'tool.called', payload: { templateId } }];
}

export function isToolCalled(event: DomainEvent): event is ToolCalled {
  return event.type === 'tool.called';
}
