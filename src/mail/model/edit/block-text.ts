import { type Fields, isFields } from '../record.ts';
import { collapseSpace, stripHtml } from './plain-text.ts';

/** Enough characters to be cut from. */
const ENOUGH = 240;

/** What tells a block from its like. */
export interface BlockText {
  /** In words, as one line; undefined when blocks of this type say nothing. */
  text: string | undefined;
  /** The URL it leads to, or of the picture it shows. */
  url?: string;
}

/** What a block says to a reader of the mail, in plain text. Takes damaged blocks too. */
export function describeBlock(block: Fields): BlockText {
  switch (block.type) {
    case 'title':
    case 'paragraph':
    case 'html':
      return { text: readHtml(block.content) };
    case 'button':
      return { text: readText(block.text), url: readText(block.url) };
    case 'image': {
      const alt = readText(block.alt);
      // Without a text, the picture itself tells more than where it leads.
      return { text: alt, url: readText(alt === '' ? block.src : block.linkUrl) };
    }
    case 'video':
      return { text: readText(block.alt), url: readText(block.url) };
    case 'menu':
      return { text: joinParts(block.items, (item) => readText(item.text), ' | ') };
    case 'social':
      return { text: joinParts(block.icons, (icon) => readText(icon.platform), ', ') };
    case 'table':
      return { text: joinParts(listCells(block.rows), (cell) => readHtml(cell.content), ' | ') };
    case 'countdown':
      return { text: readText(block.targetDate) };
    case 'custom':
      return { text: `${readText(block.customType)}: ${readHtml(block.renderedHtml)}`.replace(/: $/, '') };
    default:
      return { text: undefined };
  }
}

function readText(value: unknown): string {
  return typeof value === 'string' ? collapseSpace(value.slice(0, ENOUGH)).trim() : '';
}

function readHtml(value: unknown): string {
  return typeof value === 'string' ? stripHtml(value, ENOUGH) : '';
}

function listCells(rows: unknown): unknown[] {
  if (!Array.isArray(rows)) return [];
  return rows.slice(0, ENOUGH).flatMap((row) => (isFields(row) && Array.isArray(row.cells) ? row.cells : []));
}

function joinParts(items: unknown, read: (item: Fields) => string, separator: string): string {
  if (!Array.isArray(items)) return '';
  const parts: string[] = [];
  let length = 0;
  for (const item of items) {
    if (length > ENOUGH) break;
    const part = isFields(item) ? read(item) : '';
    parts.push(part);
    length += part.length + separator.length;
  }
  return parts.filter((part) => part !== '').join(separator);
}
