import type { Static } from '@sinclair/typebox';
import { editContent, type TemplateContent } from '../../mail/model/index.ts';
import { type Finding, findBlock, type TextBlock, withText } from '../../mail/score/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { createId } from '../../platform/ids.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { parseContentBytes, selectTemplateWithContent, templateNotFound } from '../templates/index.ts';
import type { FixInput } from './schema.ts';

/** A finding about the text of one block, with the fix that needs no language model. */
interface TextFinding {
  /** The rule that found it. */
  rule: string;
  /** The text after the rule's own fix; undefined without a fix, or when the finding is gone. */
  fixed: string | undefined;
  /** The message of the rule now; undefined when the finding is gone. */
  message: string | undefined;
  suggestion: string | undefined;
  /** Whether the rule still finds the same in another version of the text. */
  isStillIn(html: string): Promise<boolean>;
}

/**
 * Checks one finding of a score again: in the stored template, with the HTML of its block as the editor has it.
 * @throws not_found when there is no such template
 */
export async function examineFinding(
  { deps, scope }: { deps: Deps; scope: TenantScope },
  { template_id, content: html, finding, merge_tags = [] }: Static<typeof FixInput>,
): Promise<TextFinding> {
  const row = await selectTemplateWithContent(scope, deps.db.reader, template_id);
  if (row === undefined) throw templateNotFound();
  const stored = parseContentBytes(row.json);
  const { rule, blockId, id } = readFindingId(finding.id);
  const knownTags = merge_tags.length === 0 ? undefined : merge_tags.map(({ value }) => value);
  const check = async (content: TemplateContent): Promise<Finding[]> => {
    const { checkRule } = await import('../../mail/score/score-content.ts');
    return checkRule(rule, content, { knownTags }).filter((found) => found.blockId === blockId);
  };
  const content = withText(stored, blockId, html);
  const found = await check(content);
  const same =
    found.find(({ message }) => message === finding.message) ?? found.find((other) => other.id === id);
  const fixed = same?.fix === undefined ? undefined : applyToText(content, blockId, same.fix);
  return {
    rule,
    fixed: fixed === html ? undefined : fixed,
    message: same?.message,
    suggestion: same?.suggestion ?? finding.suggestion,
    isStillIn: async (other) =>
      (await check(withText(stored, blockId, other))).length >= Math.max(found.length, 1),
  };
}

/** `<rule>:<block id>:<n>`; a block's id may hold colons itself. */
function readFindingId(id: string): { id: string; rule: string; blockId: string } {
  const first = id.indexOf(':');
  const last = id.lastIndexOf(':');
  if (first < 0 || last <= first) return { id, rule: '', blockId: '' };
  return { id, rule: id.slice(0, first), blockId: id.slice(first + 1, last) };
}

/** The text of the block after the fix; undefined when the fix changes anything else. */
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
