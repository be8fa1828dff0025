import type { Block } from '../../../model/index.ts';
import { hasMergeTag } from '../../../parse/merge-tags.ts';
import { deleteBlocks } from '../../fix.ts';
import { isFiller } from '../../mail/filler-text.ts';
import type { Mail, MailBlock, MailText } from '../../mail/mail.ts';
import { quote } from '../../quote.ts';
import type { Rule, RuleFinding } from '../../rule.ts';
import phrases from './placeholder-phrases.json';

/** Placeholder texts of widespread editors in several languages: regular expressions. */
const FILLER = new RegExp(
  String.raw`\b(?:${phrases.join('|')})(?![\w\u00c0-\u024f])|\bTODO\b|\bTBD\b|\bFIXME\b|\bXXX\b|\[(?:your|insert|name|company|date|link)\b[^\]]{0,40}\]`,
  'i',
);
const CASED = /\bTODO\b|\bTBD\b|\bFIXME\b|\bXXX\b/;

/** Placeholder texts, and blocks left as the editor made them. */
export const placeholderTextRule: Rule = {
  id: 'best.placeholder-text',
  area: 'bestPractices',
  check({ texts, blocks, blockOf }) {
    return [
      ...texts.flatMap((text) => describeText(text, blockOf.get(text.blockId)?.block)),
      ...blocks.filter((block) => !block.isHidden).flatMap((block) => describeBlock(block, blockOf)),
    ];
  },
};

function describeText(text: MailText, block: Block | undefined): RuleFinding[] {
  const found = FILLER.exec(text.text)?.[0] ?? (isFiller(text.words) ? text.text : undefined);
  // "Todo" is a word in Spanish, and "xxx" may be kisses.
  if (found === undefined || (/^(?:todo|tbd|fixme|xxx)$/i.test(found) && !CASED.test(found))) return [];
  return [
    {
      severity: 'medium',
      blockId: text.blockId,
      message: `${quote(found)} is a placeholder${block?.type === 'title' ? ' in a heading' : ''} that was not replaced.`,
      suggestion: 'Write the text, or take the block out.',
    },
  ];
}

/** Blocks that are not rendered because their main field is empty. */
function describeBlock(placed: MailBlock, blockOf: Mail['blockOf']): RuleFinding[] {
  const { block, id } = placed;
  const missing = findMissing(block);
  if (missing === undefined) return [];
  return [
    {
      severity: 'medium',
      blockId: id,
      message: `The ${block.type} block has no ${missing}: it is not in the mail.`,
      suggestion: `Give it the ${missing}, or take the block out.`,
      ...removeBlock(placed, blockOf),
    },
  ];
}

/** Deletes the block, or its section when that would become empty. No fix when only one column would become empty. */
function removeBlock(
  { id, parentId, column }: MailBlock,
  blockOf: Mail['blockOf'],
): Pick<RuleFinding, 'fix' | 'fixNeedsTrial'> {
  const section = parentId === null ? undefined : blockOf.get(parentId)?.block;
  const isAlone = section?.type === 'section' && (section.children[column ?? 0]?.length ?? 0) <= 1;
  if (isAlone && section.children.length > 1) return {};
  const gone = isAlone ? section : blockOf.get(id)?.block;
  const fix = deleteBlocks(isAlone ? section.id : id);
  // Social icons separate the footer, and a merge tag may be one half of a condition: such fixes need a trial.
  const isPlain = gone !== undefined && gone.type !== 'social' && !hasMergeTag(JSON.stringify(gone));
  return isPlain ? { fix } : { fix, fixNeedsTrial: true };
}

function findMissing(block: Block): string | undefined {
  switch (block.type) {
    case 'image':
      return block.src.trim() === '' ? 'picture' : undefined;
    case 'button':
      return block.text.trim() === '' ? 'label' : undefined;
    case 'video':
      return block.url.trim() === '' && block.thumbnailUrl.trim() === '' ? 'address' : undefined;
    case 'countdown':
      return block.targetDate.trim() === '' ? 'date' : undefined;
    case 'social':
      return block.icons.length === 0 ? 'icons' : undefined;
    case 'menu':
      return block.items.every((item) => item.text.trim() === '') ? 'links' : undefined;
    case 'table':
      return block.rows.every((row) => row.cells.length === 0) ? 'rows' : undefined;
    case 'custom':
      return (block.renderedHtml ?? '').trim() === '' ? 'rendered HTML' : undefined;
    default:
      return undefined;
  }
}
