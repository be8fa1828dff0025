import { type Block, columnsOf } from './content.ts';
import { nameBlock } from './texts.ts';

const MAX_LENGTH = 60;

/** The fields that tell blocks of a type apart, the first that is filled. */
const TELLING = ['content', 'text', 'alt', 'customType', 'src', 'url', 'targetDate'];

/** A block in a few words: "Title: Spring sale". */
export function describeBlock(block: Block): string {
  const words = tellingText(block);
  return words === '' ? nameBlock(block.type) : `${nameBlock(block.type)}: ${words}`;
}

function tellingText(block: Block): string {
  if (block.type === 'section') return `${columnsOf(block).length}`;
  for (const key of TELLING) {
    const value = block[key];
    const text = typeof value === 'string' ? readText(value) : '';
    if (text !== '') return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
  }
  return '';
}

/** The text of HTML in one line. */
export function readText(html: string): string {
  const text = html
    .slice(0, 4000)
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (!text.includes('&')) return text;
  // Without tags there is nothing in it that runs or loads.
  const parsed = new DOMParser().parseFromString(text.replaceAll('<', '&lt;'), 'text/html');
  return (parsed.body.textContent ?? '').trim();
}
