import type { TenantContext } from '../../../platform/operation.ts';
import { ownerOf } from '../../../platform/scope.ts';
import { saveRefused } from '../events.ts';
import { authorOf, requireTemplate, saveContent } from '../template.ts';
import type { PreparedContent } from './prepare-content.ts';
import { REFUSED_LABEL } from './save-conflict.ts';

/** Why a content goes to the history although it is no version. */
const REASONS = {
  replaced: (author: string) => `changes by ${author} that others have replaced at the same moment`,
  rejoin: (author: string) => `changes by ${author} while the connection was cut off`,
};

/** Keeps a content in the history that was not saved as it is. `base`: identifies the content on which it was based. */
export async function keepContent(
  { deps, scope }: TenantContext,
  templateId: string,
  content: PreparedContent,
  reason: keyof typeof REASONS | { label: string; base: string },
): Promise<void> {
  const label = (author: string) =>
    typeof reason === 'object' ? reason.label : REFUSED_LABEL + REASONS[reason](author);
  const base = typeof reason === 'object' ? reason.base : reason;
  await deps.db.transaction(async (db) => {
    const template = await requireTemplate(scope, db, templateId);
    const contentId = await saveContent({ deps, scope }, db, content);
    const named = label(authorOf(scope).contentByName ?? 'somebody');
    await deps.events.emitInTransaction(saveRefused({ template, contentId, label: named, base }), scope, db);
  }, ownerOf(scope));
}
