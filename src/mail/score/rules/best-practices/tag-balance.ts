import { walkBlocks } from '../../../model/index.ts';
import { splitMergeTags } from '../../../render/merge-tags.ts';
import type { Mail } from '../../mail/mail.ts';
import { quote } from '../../quote.ts';
import type { RuleFinding } from '../../rule.ts';
import { listWritten, type Written } from './written.ts';

/** What a tag opens or closes: `{% if x %}` opens "if"; undefined: it does neither. */
interface Step {
  kind: 'open' | 'close';
  name: string;
}

const LIQUID_BLOCKS = 'if|unless|for|case|capture|comment|raw|tablerow|autoescape|block|macro|filter|with';
const OPENERS = [
  new RegExp(`^\\{%-?\\s*(${LIQUID_BLOCKS})\\b`, 'i'),
  /^\{\{~?#\s*([\w.-]+)/,
  /^\*\|(IF|IFNOT|INTERESTED)\b/i,
];
const CLOSERS = [/^\{%-?\s*end(\w+)/i, /^\{\{~?\/\s*([\w.-]+)/, /^\*\|END:(IF|INTERESTED)\b/i];

/**
 * Conditions and loops that are opened and not closed, or the reverse: many services then refuse to send the mail at
 * all. A condition may be opened in one block and closed in another.
 */
export function checkBalance(mail: Mail): RuleFinding[] {
  const open: { name: string; tag: string; blockId: string | null }[] = [];
  const findings: RuleFinding[] = [];
  for (const { blockId, text } of listGuardsAndTexts(mail)) {
    if (!/\{%|\{\{~?[#/]|\*\|/.test(text)) continue;
    for (const { text: tag, isTag } of splitMergeTags(text)) {
      const step = isTag ? readStep(tag) : undefined;
      if (step?.kind === 'open') open.push({ name: step.name, tag, blockId });
      if (step?.kind !== 'close') continue;
      const at = open.findLastIndex(({ name }) => name === step.name);
      if (at >= 0) open.splice(at, 1);
      else findings.push(describe(blockId, tag, 'closes something that was never opened'));
    }
  }
  return [...findings, ...open.map(({ blockId, tag }) => describe(blockId, tag, 'is never closed'))];
}

function readStep(tag: string): Step | undefined {
  for (const pattern of OPENERS) {
    const name = pattern.exec(tag)?.[1];
    if (name !== undefined) return { kind: 'open', name: normalise(name) };
  }
  for (const pattern of CLOSERS) {
    const name = pattern.exec(tag)?.[1];
    if (name !== undefined) return { kind: 'close', name: normalise(name) };
  }
  return undefined;
}

/** Mailchimp closes IF and IFNOT alike. */
function normalise(name: string): string {
  return name.toLowerCase().replace(/^ifnot$/, 'if');
}

/** Texts in the order in which a sending service meets them: guards stand before and after their block. */
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
