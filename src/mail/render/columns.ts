import { type Block, countColumns, type LeafBlock, type SectionBlock } from '../model/index.ts';
import { columnSharesOf } from '../model/layout-sizes.ts';
import { cleanCharacters, element, inertGuard } from '../parse/escape.ts';
import { renderLeaf } from './blocks/leaf.ts';
import type { Page, Place } from './page.ts';

/**
 * The columns of a section. Editors may save more lists than the layout has columns: each further list becomes a
 * row below. Missing lists become empty columns, so that the others keep their place.
 */
export function renderColumns(section: SectionBlock, page: Page, place: Place): string {
  const count = countColumns(section.columns);
  const lists = [...section.children];
  while (lists.length < count) lists.push([]);
  const shares = columnSharesOf(section, count);
  const align = section.verticalAlign === 'top' ? undefined : section.verticalAlign;
  const columns = lists.map((list, index) => renderColumn(list, shares[index] ?? 100, page, place, align));
  if (section.stackOnMobile !== false || count === 1) return columns.join('\n');
  const group = element('mj-group', directionOf(page), `\n${columns.slice(0, count).join('\n')}\n`);
  return [group, ...columns.slice(count)].join('\n');
}

/** The direction of columns and their texts. */
export function directionOf(page: Page): { direction: 'rtl' | undefined } {
  return { direction: page.dir === 'rtl' ? 'rtl' : undefined };
}

function renderColumn(
  list: readonly LeafBlock[],
  share: number,
  page: Page,
  place: Place,
  align: string | undefined,
): string {
  const width = Math.floor((place.width * share) / 100);
  const blocks = list
    .map((block) => guard(block, renderLeaf(block, page, { ...place, width }), page))
    .filter((mjml) => mjml !== '');
  const attributes = {
    ...directionOf(page),
    width: share === 100 ? '100%' : `${share}%`,
    'vertical-align': align,
  };
  return element('mj-column', attributes, blocks.length > 0 ? `\n${blocks.join('\n')}\n` : '');
}

/** Puts the guards of a block's display condition around its MJML; an empty MJML stays empty. Previews show no guards. */
export function guard(block: Pick<Block, 'displayCondition'>, mjml: string, page: Page): string {
  const condition = block.displayCondition;
  if (!condition || mjml === '' || page.markers) return mjml;
  return [writeGuard(condition.before), mjml, writeGuard(condition.after)]
    .filter((part) => part !== '')
    .join('\n');
}

function writeGuard(text: string): string {
  const trimmed = cleanCharacters(text).trim();
  return trimmed === '' ? '' : `<mj-raw>${inertGuard(trimmed)}</mj-raw>`;
}
