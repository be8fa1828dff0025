import { editContent, type TemplateContent } from '../model/index.ts';
import { makeTrialIds } from './fix.ts';
import type { Finding } from './rule.ts';
import { checkRule } from './score-content.ts';
import type { CheckedFinding, FindingJob } from './scoring-job.ts';
import { findBlock, type TextBlock, withText } from './text-block.ts';

/**
 * Checks one finding in the present text of its block, and applies the fix of its rule. Pure; runs in the server and in
 * workers.
 */
export function checkFinding({ content: json, id, message, html, knownTags }: FindingJob): CheckedFinding {
  const { rule, blockId } = readFindingId(id);
  const content = withText(JSON.parse(json) as TemplateContent, blockId, html);
  const found = checkRule(rule, content, { knownTags }).filter((finding) => finding.blockId === blockId);
  const same = findSame(found, id, message);
  const fixed = same?.fix === undefined ? undefined : applyToText(content, blockId, same.fix);
  return {
    rule,
    count: found.length,
    fixed: fixed === html ? undefined : fixed,
    message: same?.message,
    suggestion: same?.suggestion,
  };
}

function findSame(found: readonly Finding[], id: string, message: string | undefined): Finding | undefined {
  return found.find((finding) => finding.message === message) ?? found.find((finding) => finding.id === id);
}

/** `<rule>:<block id>:<n>`; a block's id may hold colons itself. */
function readFindingId(id: string): { rule: string; blockId: string } {
  const first = id.indexOf(':');
  const last = id.lastIndexOf(':');
  if (first < 0 || last <= first) return { rule: '', blockId: '' };
  return { rule: id.slice(0, first), blockId: id.slice(first + 1, last) };
}

/** The text of the block after the fix; undefined when the fix changes anything else. */
function applyToText(content: TemplateContent, blockId: string, fix: unknown): string | undefined {
  const edited = editContent(content, fix, { makeId: makeTrialIds() });
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
