import { type Block, walkBlocks } from '../../../model/index.ts';
import { derive, type Mail } from '../../mail/mail.ts';

/** A text as written, with markup. */
export interface Written {
  /** null: subject or preheader. */
  blockId: string | null;
  text: string;
}

/** Every text in which merge tags may stand, in reading order; the subject and the preheader first. */
export function listWritten(mail: Mail): readonly Written[] {
  return derive(mail, collect);
}

function collect({ content, subject, preheader, blockOf }: Mail): Written[] {
  const written: Written[] = [
    { blockId: null, text: subject ?? '' },
    { blockId: null, text: preheader },
  ];
  for (const { block } of walkBlocks(content)) {
    if (blockOf.get(block.id)?.isHidden === true) continue;
    for (const text of textsOf(block)) written.push({ blockId: block.id, text });
  }
  return written.filter(({ text }) => text !== '');
}

function textsOf(block: Block): string[] {
  switch (block.type) {
    case 'title':
    case 'paragraph':
    case 'html':
      return [block.content];
    case 'custom':
      return [block.renderedHtml ?? ''];
    case 'image':
      return [block.src, block.alt, block.linkUrl ?? ''];
    case 'button':
      return [block.text, block.url];
    case 'video':
      return [block.url, block.thumbnailUrl, block.alt];
    case 'social':
      return block.icons.map(({ url }) => url);
    case 'menu':
      return block.items.flatMap(({ text, url }) => [text, url]);
    case 'table':
      return block.rows.flatMap(({ cells }) => cells.map(({ content }) => content));
    default:
      return [];
  }
}
