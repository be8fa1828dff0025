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

/** The text of HTML. The parser makes an inert document: nothing in it runs or loads. */
export function readText(html: string): string {
  if (!html.includes('<') && !html.includes('&')) return html.trim();
  const parsed = new DOMParser().parseFromString(html.slice(0, 4000), 'text/html');
  for (const silent of parsed.querySelectorAll('script, style')) silent.remove();
  return (parsed.body.textContent ?? '').replace(/\s+/g, ' ').trim();
}
