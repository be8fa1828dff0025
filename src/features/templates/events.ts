import type { DomainEvent } from '../../platform/events.ts';

/** What happened to one template; `version` is the one it has now. */
export type TemplateEvent = DomainEvent<
  'template.created' | 'template.updated' | 'template.deleted',
  { templateId: string; version: number }
>;

export const templateEvent = (
  type: TemplateEvent['type'],
  template: { id: string; version: number },
): TemplateEvent => ({ type, payload: { templateId: template.id, version: template.version } });
