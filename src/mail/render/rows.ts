import type { Block, LeafBlock } from '../model/index.ts';
import { element } from '../parse/escape.ts';
import { renderLeaf } from './blocks/leaf.ts';
import { renderSection } from './blocks/section.ts';
import { directionOf, guard } from './columns.ts';
import { type MailPage, topContainer } from './page.ts';

/** Blocks that may be tall count more; other types count 1. */
const WEIGHTS: ReadonlyMap<string, number> = new Map([
  ['html', 4],
  ['custom', 4],
  ['table', 4],
  ['image', 2],
  ['video', 2],
]);
/** Outlook splits cells taller than about 1,800 px. */
const MAX_WEIGHT = 6;

/**
 * The rows of a mail. Blocks outside sections are rows of one table: an MJML section for each would cost 1.3 KB of
 * HTML a block, and Gmail cuts mails at 102 KB. Blocks with a display condition get a separate section, so
 * that guards stand between tables.
 */
export function renderRows(blocks: readonly Block[], page: MailPage): string {
  const rows: string[] = [];
  let open: string[] = [];
  let weight = 0;
  const close = () => {
    if (open.length > 0) rows.push(renderRow(open, page));
    open = [];
    weight = 0;
  };
  for (const block of blocks) {
    const mjml = renderTopLevel(block, page);
    if (mjml === '') continue;
    if (block.type === 'section' || block.displayCondition) {
      close();
      rows.push(guard(block, block.type === 'section' ? mjml : renderRow([mjml], page), page));
      continue;
    }
    const added = WEIGHTS.get(block.type) ?? 1;
    if (weight + added > MAX_WEIGHT) close();
    open.push(mjml);
    weight += added;
  }
  close();
  return rows.join('\n');
}

function renderTopLevel(block: Block, page: MailPage): string {
  const place = topContainer(page);
  return block.type === 'section'
    ? renderSection(block, page, place)
    : renderLeaf(block as LeafBlock, page, place);
}

function renderRow(blocks: readonly string[], page: MailPage): string {
  const column = element('mj-column', directionOf(page), `\n${blocks.join('\n')}\n`);
  return element('mj-section', directionOf(page), `\n${column}\n`);
}
