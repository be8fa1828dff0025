import { editContent, type TemplateContent } from '../../../content/index.ts';
import { createId } from '../../../platform/ids.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { selectTemplateWithContent, templateNotFound } from '../../templates/index.ts';
import { needsProvider } from '../errors.ts';
import { FixedContent, FixInput } from '../schema.ts';
import { findBlock, type TextBlock, withText } from '../text-block.ts';

export const fixFinding = defineOperation({
  name: 'fixFinding',
  summary: 'Put right one finding of a score in the HTML of a block',
  scope: 'tenant',
  feature: 'ai_generation',
  input: FixInput,
  output: FixedContent,
  async run({ deps, scope }, { template_id, content: html, finding, merge_tags = [] }) {
    const row = await selectTemplateWithContent(scope, deps.db.reader, template_id);
    if (row === undefined) throw templateNotFound();
    const stored = JSON.parse(Buffer.from(row.json).toString()) as TemplateContent;
    const { rule, blockId, id } = readFindingId(finding.id);
    const content = withText(stored, blockId, html);
    const { checkRule } = await import('../check-rule.ts');
    const knownTags = merge_tags.length === 0 ? undefined : merge_tags.map(({ value }) => value);
    const found = checkRule(rule, content, { knownTags }).filter((other) => other.blockId === blockId);
    const same =
      found.find((other) => other.message === finding.message) ?? found.find((other) => other.id === id);
    const fixed = same?.fix === undefined ? undefined : applyToText(content, blockId, same.fix);
    if (fixed === undefined || fixed === html) throw needsProvider(same?.suggestion ?? finding.suggestion);
    return { content: fixed };
  },
});

/** `<rule>:<block id>:<n>`; a block's id may hold colons itself. */
function readFindingId(id: string): { id: string; rule: string; blockId: string } {
  const first = id.indexOf(':');
  const last = id.lastIndexOf(':');
  if (first < 0 || last <= first) return { id, rule: '', blockId: '' };
  return { id, rule: id.slice(0, first), blockId: id.slice(first + 1, last) };
}

/** The text of the block after the fix; undefined when the fix is about something else than this text. */
function applyToText(content: TemplateContent, blockId: string, fix: unknown): string | undefined {
  const edited = editContent(content, fix, { makeId: createId });
  if (!edited.ok || edited.settingsChanged || edited.updated.join() !== blockId) return undefined;
  if (edited.added.length + edited.deleted.length + edited.moved.length > 0) return undefined;
  const before = findBlock(content, blockId);
  const after = findBlock(edited.content, blockId);
  return before !== undefined && after !== undefined && isOnlyTextChanged(before, after)
    ? after.content
    : undefined;
}

function isOnlyTextChanged(before: TextBlock, after: TextBlock): boolean {
  return JSON.stringify({ ...before, content: '' }) === JSON.stringify({ ...after, content: '' });
}
