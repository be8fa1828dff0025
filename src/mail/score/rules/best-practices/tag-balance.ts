import { walkBlocks } from '../../../model/index.ts';
import { readBlockStep } from '../../../parse/merge-tag-meaning.ts';
import { splitMergeTags } from '../../../parse/merge-tags.ts';
import type { Mail } from '../../mail/mail.ts';
import { quote } from '../../quote.ts';
import type { RuleFinding } from '../../rule.ts';
import { listWritten, type Written } from './written.ts';

/**
 * Conditions and loops that are opened and not closed, or the reverse. Many services refuse to send such a mail. A
 * condition may be opened in one block and closed in another.
 */
export function checkBalance(mail: Mail): RuleFinding[] {
  const open: { name: string; tag: string; blockId: string | null }[] = [];
  const findings: RuleFinding[] = [];
  for (const { blockId, text } of listGuardsAndTexts(mail)) {
    for (const { text: tag, isTag } of splitMergeTags(text)) {
      const step = isTag ? readBlockStep(tag) : undefined;
      if (step?.kind === 'open') open.push({ name: step.name, tag, blockId });
      if (step?.kind !== 'close') continue;
      const at = open.findLastIndex(({ name }) => name === step.name);
      if (at >= 0) open.splice(at, 1);
      else findings.push(describe(blockId, tag, 'closes something that was never opened'));
    }
  }
  return [...findings, ...open.map(({ blockId, tag }) => describe(blockId, tag, 'is never closed'))];
}

/** Texts in the order of the rendered mail: display conditions stand before and after their block. */
function listGuardsAndTexts(mail: Mail): Written[] {
  const texts = Map.groupBy(listWritten(mail), ({ blockId }) => blockId);
  const all: Written[] = [];
  const waiting: { sectionId: string; after: string }[] = [];
  const leave = (sectionId: string | undefined): void => {
    const last = waiting.at(-1);
    if (last === undefined || last.sectionId === sectionId) return;
    all.push({ blockId: last.sectionId, text: last.after });
    waiting.pop();
  };
  for (const { block, section } of walkBlocks(mail.content)) {
    leave(section?.id);
    const guard = mail.blockOf.get(block.id)?.isHidden === true ? undefined : block.displayCondition;
    if (guard) all.push({ blockId: block.id, text: guard.before });
    all.push(...(texts.get(block.id) ?? []));
    if (guard && block.type === 'section') waiting.push({ sectionId: block.id, after: guard.after });
    else if (guard) all.push({ blockId: block.id, text: guard.after });
  }
  leave(undefined);
  return [...(texts.get(null) ?? []), ...all];
}

function describe(blockId: string | null, tag: string, what: string): RuleFinding {
  return {
    severity: 'high',
    blockId,
    message: `${quote(tag)} ${what}: many sending services refuse such a mail.`,
    suggestion: 'Write the tag that belongs to it, or take this one out.',
  };
}
