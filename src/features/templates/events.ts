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

/** What a template is before a change. */
interface ChangingTemplate {
  id: string;
  contentId: number;
  contentBy: string | null;
  contentAt: number | null;
}

/** Announced inside the transaction, before another content takes the place of `contentId`. */
export type TemplateChanging = DomainEvent<'template.changing', ChangingTemplate>;

export const templateChanging = ({
  id,
  contentId,
  contentBy,
  contentAt,
}: ChangingTemplate): TemplateChanging => ({
  type: 'template.changing',
  payload: { id, contentId, contentBy, contentAt },
});

export function isTemplateChanging(event: DomainEvent): event is TemplateChanging {
  return event.type === 'template.changing';
}

/** Announced inside the transaction that stores a content the tenant did not have; `json` in UTF-8. */
export type ContentStored = DomainEvent<'content.stored', { contentId: number; json: Uint8Array }>;

export const contentStored = (contentId: number, json: Uint8Array): ContentStored => ({
  type: 'content.stored',
  payload: { contentId, json },
});

export function isContentStored(event: DomainEvent): event is ContentStored {
  return event.type === 'content.stored';
}
