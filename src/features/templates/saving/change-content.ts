import type { TemplateContent } from '../../../mail/model/index.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import type { TenantContext } from '../../../platform/operation.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import { templateEvent } from '../events.ts';
import { parseContentBytes } from '../output.ts';
import type { TemplateRow, TemplateWithContent } from '../queries.ts';
import { changeTemplate, emitChangeActivity } from '../template.ts';
import { prepareContent } from './prepare-content.ts';

/**
 * Gives a template a content that was derived from its present one, inside `transactOnTemplate`, with everything else
 * that a save does. Returns the changed row, and the event to publish after the commit; no event if nothing changed.
 */
export async function changeContent(
  context: TenantContext,
  db: Connection,
  { json, ...before }: TemplateWithContent,
  content: TemplateContent,
): Promise<{ row: TemplateRow; event?: DomainEvent }> {
  const prepared = prepareContent(context.scope, content, parseContentBytes(json));
  const row = await changeTemplate(context, db, before, { content: prepared });
  if (row.version === before.version) return { row };
  await emitChangeActivity(context, db, before, row);
  return { row, event: templateEvent('template.updated', row) };
}
