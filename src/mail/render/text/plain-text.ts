import type { Block, TemplateContent } from '../../model/index.ts';
import { cleanCharacters } from '../../parse/escape.ts';
import { isHidden } from '../box.ts';
import { applyData } from '../liquid.ts';
import type { RenderOptions } from '../options.ts';
import { writeBlock } from './block-text.ts';

/**
 * The plain-text part of a mail, made from its blocks: headings, links with their URLs, lists, buttons and tables.
 * Display conditions stand on lines of their own around what they guard. When `data` cannot be applied, merge tags
 * stay as they are.
 */
export function renderPlainText(content: TemplateContent, options: RenderOptions): string {
  const parts = content.blocks.map(writeGuarded).filter((part) => part !== '');
  const text = parts.join('\n\n');
  return endLines(options.data === undefined ? text : applyData(text, options.data, 'text').text);
}

/** Guards that let nothing through leave lines empty. */
function endLines(text: string): string {
  const closed = text.replace(/\n{3,}/g, '\n\n').trim();
  return closed === '' ? '' : `${closed}\n`;
}

function writeGuarded(block: Block): string {
  if (isHidden(block)) return '';
  const text = block.type === 'section' ? writeColumns(block.children) : writeBlock(block);
  const condition = block.displayCondition;
  if (!condition || text === '') return text;
  const before = cleanCharacters(condition.before).trim();
  const after = cleanCharacters(condition.after).trim();
  return [before, text, after].filter((part) => part !== '').join('\n');
}

function writeColumns(columns: readonly (readonly Block[])[]): string {
  return columns
    .flat()
    .map(writeGuarded)
    .filter((part) => part !== '')
    .join('\n\n');
}
