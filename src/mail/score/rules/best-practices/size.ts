import type { Block, SectionBlock } from '../../../model/index.ts';
import type { Mail, MailElement } from '../../mail/mail.ts';
import type { Rule, RuleFinding } from '../../rule.ts';

/** Gmail cuts a mail near 102 KB of HTML; measured on received mails, that was 99.5 to 100.2 kB of it. */
const CUT_BYTES = 100_000;
const CLOSE_BYTES = 80_000;

/**
 * A mail that is close to, or beyond, the size that Gmail shows. From the rendered HTML; without it, estimated from the
 * blocks.
 */
export const sizeRule: Rule = {
  id: 'best.size',
  area: 'bestPractices',
  check(mail) {
    const bytes = mail.rendered?.bytes ?? estimateBytes(mail);
    if (bytes <= CLOSE_BYTES) return [];
    return [describe(bytes, mail)];
  },
};

function describe(bytes: number, { rendered }: Mail): RuleFinding {
  const size = `${rendered === undefined ? 'about ' : ''}${Math.round(bytes / 1000)} kB`;
  const isCut = bytes > CUT_BYTES;
  return {
    severity: isCut ? 'high' : 'medium',
    blockId: null,
    message: isCut
      ? `The HTML has ${size}; Gmail shows the first 102 KB and hides the rest, often with the unsubscribe link.`
      : `The HTML has ${size}; beyond 100 kB Gmail hides the rest. Tracking links can add what is missing.`,
    suggestion: 'Shorten the mail or split it: link to the full text on a page, and take out sections.',
  };
}

/** Bytes of an empty mail with the style that every mail has. */
const BASE = 2500;
/** Bytes of a row: the table, its column, and the markup for Outlook around them. */
const ROW = 1050;
const COLUMN = 390;
/** Several blocks outside sections share a row; see the renderer's rows. */
const BLOCKS_A_ROW = 6;

/** Bytes around the content of a block, by type; measured on the renderer, without URLs and texts. */
const FRAMES: ReadonlyMap<string, number> = new Map([
  ['title', 335],
  ['paragraph', 250],
  ['image', 420],
  ['button', 750],
  ['divider', 470],
  ['spacer', 130],
  ['video', 640],
  ['social', 210],
  ['html', 210],
  ['custom', 210],
  ['menu', 150],
  ['table', 320],
  ['countdown', 640],
]);
/** Blocks that take a row of their own, because they may be tall. */
const OWN_ROW = new Set(['html', 'custom', 'table']);
const ICON = 680;
const MENU_ITEM = 150;
const CELL = 70;

/** Bytes of style that the renderer adds to elements of rich text. */
const ELEMENTS: ReadonlyMap<string, number> = new Map([
  ['p', 24],
  ['a', 48],
  ['ul', 40],
  ['ol', 40],
  ['h1', 60],
  ['h2', 60],
  ['h3', 60],
  ['h4', 60],
]);

/** Estimates the bytes of the HTML of a mail from its blocks; within about ten percent of the rendered size. */
export function estimateBytes(mail: Mail): number {
  const blocks = mail.blocks.filter((block) => !block.isHidden);
  const shared = blocks.filter(
    ({ depth, type }) => depth === 0 && type !== 'section' && !OWN_ROW.has(type),
  ).length;
  const sizes = blocks.map(({ block, depth }) => estimateBlock(block, depth));
  const styles = mail.elements.map(estimateElement);
  return BASE + Math.ceil(shared / BLOCKS_A_ROW) * ROW + sum(sizes) + sum(styles);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function estimateBlock(block: Block, depth: number): number {
  if (block.type === 'section') return estimateSection(block);
  const row = depth === 0 && OWN_ROW.has(block.type) ? ROW : 0;
  return row + (FRAMES.get(block.type) ?? 0) + estimateContent(block);
}

function estimateSection({ children, wrapper }: SectionBlock): number {
  return ROW + Math.max(children.length - 1, 0) * COLUMN + (wrapper ? ROW / 2 : 0);
}

function estimateContent(block: Block): number {
  switch (block.type) {
    case 'title':
    case 'paragraph':
    case 'html':
      return Buffer.byteLength(block.content);
    case 'custom':
      return Buffer.byteLength(block.renderedHtml ?? '');
    case 'image':
      return Buffer.byteLength(block.src + block.alt + (block.linkUrl ?? ''));
    case 'button':
      return Buffer.byteLength(block.text + block.url);
    case 'video':
      return Buffer.byteLength(block.url + block.thumbnailUrl + block.alt);
    case 'social':
      return sum(block.icons.map(({ url }) => ICON + Buffer.byteLength(url)));
    case 'menu':
      return sum(block.items.map(({ text, url }) => MENU_ITEM + Buffer.byteLength(text + url)));
    case 'table':
      return sum(
        block.rows.flatMap(({ cells }) => cells.map(({ content }) => CELL + Buffer.byteLength(content))),
      );
    default:
      return 0;
  }
}

function estimateElement({ name, from }: MailElement): number {
  return from === 'rich' ? (ELEMENTS.get(name) ?? 0) : 0;
}
