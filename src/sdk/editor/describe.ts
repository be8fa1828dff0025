import { type Block, columnsOf } from './content.ts';
import { nameBlock } from './texts.ts';

const MAX_LENGTH = 60;

/** The fields that can describe a block. The first that is not empty does. */
const DESCRIBING_FIELDS = ['content', 'text', 'alt', 'customType', 'src', 'url', 'targetDate'];

/** A block in a few words: "Title: Spring sale". */
export function describeBlock(block: Block): string {
  const words = findDescription(block);
  return words === '' ? nameBlock(block.type) : `${nameBlock(block.type)}: ${words}`;
}

function findDescription(block: Block): string {
  if (block.type === 'section') return `${columnsOf(block).length}`;
  for (const key of DESCRIBING_FIELDS) {
    const value = block[key];
    const text = typeof value === 'string' ? readText(value) : '';
    if (text !== '') return shorten(text);
  }
  return '';
}

function shorten(text: string): string {
  if (text.length <= MAX_LENGTH) return text;
  // A cut must not leave half of an emoji.
  return `${text.slice(0, MAX_LENGTH).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** The text of HTML in one line. */
export function readText(html: string): string {
  const text = html
    .slice(0, 4000)
    // The cut may be inside a tag.
    .replace(/<[a-z/!][^<>]*(>|$)/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (!text.includes('&')) return text;
  // Only entities are decoded: text without tags cannot run or load anything.
  const parsed = new DOMParser().parseFromString(text.replaceAll('<', '&lt;'), 'text/html');
  return (parsed.body.textContent ?? '').trim();
}
