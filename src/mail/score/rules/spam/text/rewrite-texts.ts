import type { Block, ContentOperations } from '../../../../model/index.ts';
import { maskMergeTags } from '../../../../parse/mask-merge-tags.ts';
import { mapOutsideMergeTags } from '../../../../parse/merge-tags.ts';
import { changeBlock } from '../../../fix.ts';
import type { Mail } from '../../../mail/mail.ts';
import { readMail } from '../../../mail/read-mail.ts';

type Rewrite = (text: string) => string;

/**
 * Rewrites the texts of a block, but not its markup, URLs and merge tags.
 * @param isStillWrong checks the texts of the changed block: the rewriting does not reach entities and words across
 * elements
 * @returns undefined when a text is still wrong
 */
export function rewriteTexts(
  mail: Mail,
  blockId: string,
  rewrite: Rewrite,
  isStillWrong: (text: string) => boolean,
): ContentOperations | undefined {
  const block = mail.blockOf.get(blockId)?.block;
  if (block === undefined) return undefined;
  const fields = changeTexts(block, rewrite);
  const blocks = [{ ...block, ...fields } as Block];
  const after = readMail({ ...mail.content, blocks });
  return after.texts.some(({ text }) => isStillWrong(text)) ? undefined : changeBlock(blockId, fields);
}

function changeTexts(block: Block, rewrite: Rewrite): Record<string, unknown> {
  const plain = (text: string) => mapOutsideMergeTags(text, rewrite);
  const html = (text: string) => rewriteHtml(text, (piece) => mapOutsideMergeTags(piece, rewrite, true));
  const fields = rewriteFields(block, plain, html);
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify((block as unknown as typeof fields)[name]),
    ),
  );
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

function rewriteHtml(html: string, rewrite: Rewrite): string {
  const { text, unmask } = maskMergeTags(html, true);
  const rewriteMasked = (piece: string) => rewrite(unmask(piece));
  return text
    .split(/(<[^<>]*>)/)
    .map((piece, index) =>
      index % 2 === 1 ? unmask(rewriteAlt(piece, rewriteMasked)) : rewriteMasked(piece),
    )
    .join('');
}

/** Rewrites the alternative text in a tag. */
function rewriteAlt(tag: string, rewrite: Rewrite): string {
  return tag.replace(/(\salt=)("[^"]*"|'[^']*')/gi, (_match, name, value) => name + rewrite(value));
}
