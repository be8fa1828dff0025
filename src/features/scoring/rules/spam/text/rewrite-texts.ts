import type { Block, ContentOperations } from '../../../../../content/index.ts';
import { changeBlock } from '../../../fix.ts';
import { maskMergeTags, unmask } from '../../../mail/merge-words.ts';

export type Rewrite = (text: string) => string;

/** Changes what a block says, not its markup, URLs or merge tags; undefined when that changes nothing. */
export function rewriteTexts(block: Block, rewrite: Rewrite): ContentOperations | undefined {
  const plain = (text: string) => rewritePieces(text, rewrite, false);
  const html = (text: string) => rewritePieces(text, rewrite, true);
  const fields = rewriteFields(block, plain, html);
  const changed = Object.entries(fields).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify((block as unknown as typeof fields)[name]),
  );
  return changed.length === 0 ? undefined : changeBlock(block.id, Object.fromEntries(changed));
}

function rewriteFields(block: Block, plain: Rewrite, html: Rewrite): Record<string, unknown> {
  switch (block.type) {
    case 'title':
    case 'paragraph':
    case 'html':
      return { content: html(block.content) };
    case 'custom':
      return block.renderedHtml === undefined ? {} : { renderedHtml: html(block.renderedHtml) };
    case 'button':
      return { text: plain(block.text) };
    case 'image':
    case 'video':
      return { alt: plain(block.alt) };
    case 'menu':
      return { items: block.items.map((item) => ({ ...item, text: plain(item.text) })) };
    case 'table':
      return {
        rows: block.rows.map((row) => ({
          ...row,
          cells: row.cells.map((cell) => ({ ...cell, content: html(cell.content) })),
        })),
      };
    default:
      return {};
  }
}

function rewritePieces(text: string, rewrite: Rewrite, isMarkup: boolean): string {
  const masked = maskMergeTags(text, isMarkup);
  const pieces = isMarkup ? masked.text.split(/(<[^>]*>)/) : [masked.text];
  return unmask(masked, pieces.map((piece, index) => (index % 2 === 1 ? piece : rewrite(piece))).join(''));
}
