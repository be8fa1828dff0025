import { decodeHTML } from 'entities';
import { type Block, type TemplateContent, walkBlocks } from '../model/index.ts';

/** Most pictures of one mail that are shown: more are too small in a thumbnail. */
const MAX_PICTURES = 40;

/** Most characters of the address of a picture, and of a data URI. */
const MAX_ADDRESS = 2_000;
const MAX_DATA = 2_000_000;

/** Characters of HTML in one block that are searched for pictures. */
const MAX_HTML = 200_000;

/** The address of an image in HTML. */
const IMAGE = /<img\s[^<>]{0,4000}/gi;
const SOURCE = /\ssrc\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;

/** Whether an address contains the picture itself. */
export const isData = (address: string): boolean => /^data:/i.test(address);

/** The addresses of the pictures in a mail, each once, from the top. */
export function listPictureAddresses(content: TemplateContent): string[] {
  const found = new Set<string>();
  for (const { block } of walkBlocks(content)) {
    for (const address of addressesOf(block)) {
      const trimmed = address.trim();
      const limit = isData(trimmed) ? MAX_DATA : MAX_ADDRESS;
      if (/^(?:https?|data):/i.test(trimmed) && trimmed.length <= limit) found.add(trimmed);
      if (found.size >= MAX_PICTURES) return [...found];
    }
  }
  return [...found];
}

function addressesOf(block: Block): string[] {
  if (block.type === 'image') return [block.src, block.placeholderUrl ?? ''].map(String);
  if (block.type === 'video') return [String(block.thumbnailUrl)];
  if (block.type === 'custom') return imagesIn(block.renderedHtml);
  if (block.type === 'table') {
    return block.rows.flatMap(({ cells }) => cells.flatMap((cell) => imagesIn(cell.content)));
  }
  return 'content' in block ? imagesIn(block.content) : [];
}

function imagesIn(html: unknown): string[] {
  if (typeof html !== 'string') return [];
  const tags = html.slice(0, MAX_HTML).match(IMAGE) ?? [];
  return tags.flatMap((tag) => {
    const [, double, single, bare] = SOURCE.exec(tag) ?? [];
    const address = double ?? single ?? bare;
    return address === undefined ? [] : [decodeHTML(address)];
  });
}
