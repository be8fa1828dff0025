import { platformName } from '../../model/blocks/social.ts';
import {
  type Block,
  type LeafBlock,
  type MenuBlock,
  type SocialBlock,
  type TableBlock,
  type TemplateContent,
  type TitleBlock,
  withKnownShapes,
} from '../../model/index.ts';
import { describeCountdown } from '../../parse/countdown-moment.ts';
import { cleanCharacters } from '../../parse/escape.ts';
import { isSafeLink } from '../../parse/safe-url.ts';
import { isHidden } from '../box.ts';
import { applyData, endLines } from '../fill.ts';
import type { RenderOptions } from '../options.ts';
import { readHtml, readHtmlAsLine } from './html-text.ts';
import { writePlainAddress } from './plain-address.ts';

/**
 * The plain-text part of a mail, made from its blocks: headings, links with their URLs, lists, buttons and tables.
 * Display conditions stand on lines of their own around what they guard. When `data` cannot be applied, merge tags
 * stay as they are.
 */
export function renderPlainText(content: TemplateContent, options: RenderOptions): string {
  const parts = withKnownShapes(content)
    .content.blocks.map(writeGuarded)
    .filter((part) => part !== '');
  const text = parts.join('\n\n');
  return endLines(options.data === undefined ? text : applyData(text, options.data, 'text').text);
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

/** A block as plain text; '' for a block without text. */
function writeBlock(block: LeafBlock): string {
  switch (block.type) {
    case 'title':
      return writeTitle(block);
    case 'paragraph':
      return readHtml(block.content);
    case 'image':
      return withUrl(block.decorative ? '' : bracket(block.alt), block.linkUrl);
    case 'button':
      return block.text.trim() === '' ? '' : withUrl(block.text, block.url);
    case 'divider':
      return '-'.repeat(40);
    case 'video':
      return block.url.trim() === '' && block.thumbnailUrl.trim() === ''
        ? ''
        : withUrl(bracket(block.alt), block.url);
    case 'social':
      return writeSocial(block);
    case 'html':
      return readHtml(block.content);
    case 'menu':
      return writeMenu(block);
    case 'table':
      return writeTable(block);
    case 'countdown':
      return block.targetDate.trim() === '' ? '' : line(describeCountdown(block));
    case 'custom':
      return readHtml(block.renderedHtml ?? '');
    default:
      return '';
  }
}

function line(text: string): string {
  return cleanCharacters(text).replace(/\s+/g, ' ').trim();
}

/** Words that describe a picture. */
function bracket(text: string): string {
  return line(text) === '' ? '' : `[${line(text)}]`;
}

function withUrl(text: string, url: string | undefined): string {
  const label = line(text);
  const href = line(url ?? '');
  if (href === '' || href === label || !isSafeLink(href)) return label;
  const address = writePlainAddress(href);
  return label === '' ? address : `${label} (${address})`;
}

/** Underlined, as headings are in plain text. */
function writeTitle(block: TitleBlock): string {
  const text = readHtml(block.content);
  if (text === '') return '';
  const width = Math.max(...text.split('\n').map((row) => row.length));
  return `${text}\n${(block.level === 1 ? '=' : '-').repeat(Math.min(width, 60))}`;
}

function writeSocial(block: SocialBlock): string {
  return block.icons
    .filter((icon) => icon.url.trim() !== '')
    .map((icon) => withUrl(platformName(icon.platform), icon.url))
    .join('\n');
}

function writeMenu(block: MenuBlock): string {
  return block.items
    .filter((item) => item.text.trim() !== '')
    .map((item) => withUrl(item.text, item.url))
    .join('\n');
}

function writeTable(block: TableBlock): string {
  return block.rows
    .filter((row) => row.cells.length > 0)
    .map((row) => row.cells.map((cell) => readCell(cell.content)).join(' | '))
    .join('\n');
}

/** A cell has one line, with the URLs of its links. */
function readCell(content: string): string {
  return content.includes('<') ? readHtml(content).replace(/(?<!\s)\s*\n\s*/g, ' ') : readHtmlAsLine(content);
}
