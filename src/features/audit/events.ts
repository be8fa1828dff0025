import type { DomainEvent } from '../../platform/events.ts';

/** An agent has successfully called a tool, also one that only reads, on a template of its tenant. */
type ToolCalled = DomainEvent<'tool.called', { templateId: string }>;

/** The events of a call. A failed call has none, because its template may belong to another tenant. */
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
