import type { Static } from '@sinclair/typebox';
import { outlineContent, shortenIds, type TemplateContent, walkBlocks } from '../../mail/model/index.ts';
import { toTemplate } from './output.ts';
import type { TemplateRow, TemplateWithContent } from './queries.ts';
import type { ChangedTemplate } from './schema.ts';
import { parseContentBytes } from './view.ts';

/** What operations did: ids of the blocks they touched, and the content they led to. */
export interface AppliedEdit {
  content: TemplateContent;
  added: readonly string[];
  updated: readonly string[];
  moved: readonly string[];
  deleted: readonly string[];
}

export interface ChangeReport {
  before: TemplateRow;
  after: TemplateWithContent;
  /** What operations did to the content, or that all of it was replaced; absent if it is as before. */
  change?: AppliedEdit | 'replaced';
}

/** The answer to a change: the whole template, or only what somebody who knows the rest needs. */
export function toChangedTemplate(
  { before, after, change }: ChangeReport,
  answer: 'full' | 'compact',
): Static<typeof ChangedTemplate> {
  if (answer === 'full') return toTemplate(after);
  return {
    id: after.id,
    version: after.version,
    previous_version: before.version,
    ...(before.name !== after.name && { previous_name: before.name }),
    ...(change === 'replaced' && { outline: outlineContent(parseContentBytes(after.json)) }),
    ...(typeof change === 'object' && { ...listTouched(change), ...outlineEdit(change) }),
  };
}

/** Ids as the outline shows them, which is how the caller may name them. */
function listTouched(edit: AppliedEdit) {
  const lists = (['added', 'updated', 'moved', 'deleted'] as const).map(
    (kind) => [kind, shortenIds(edit.content, edit[kind])] as const,
  );
  return Object.fromEntries(lists.filter(([, ids]) => ids.length > 0));
}

/** All of it once the order has changed; otherwise the caller knows every line but those of the blocks it changed. */
function outlineEdit({ content, added, updated, moved, deleted }: AppliedEdit): { outline?: string } {
  const outline = outlineContent(content);
  if ([added, moved, deleted].some((ids) => ids.length > 0)) return { outline };
  if (updated.length === 0) return {};
  const changed = new Set(updated);
  const placed = [...walkBlocks(content)];
  const lines = outline.split('\n').filter((_, index) => changed.has(placed[index]?.block.id ?? ''));
  return { outline: lines.join('\n') };
}
