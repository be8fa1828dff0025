import {
  type Block,
  type ColumnStyle,
  countColumns,
  type LeafBlock,
  type SectionBlock,
} from '../model/index.ts';
import { columnSharesOf, spacing } from '../model/layout-sizes.ts';
import { type Attributes, cleanCharacters, element, inertGuard } from '../parse/escape.ts';
import { renderLeaf } from './blocks/leaf.ts';
import { borderAttributes, writeRadius } from './box.ts';
import { darkBackground, writeCssClass } from './dark.ts';
import { type Container, type MailPage, onBackground, pinned, readBackground } from './page.ts';
import { phonePadding } from './phone.ts';

/**
 * The columns of a section. Editors may save more lists than the layout has columns: each further list becomes a
 * row below. Missing lists become empty columns, so that the others keep their place.
 */
export function renderColumns(section: SectionBlock, page: MailPage, container: Container): string {
  const count = countColumns(section.columns);
  const lists = [...section.children];
  while (lists.length < count) lists.push([]);
  const shares = columnSharesOf(section, count);
  const align = section.verticalAlign === 'top' ? undefined : section.verticalAlign;
  const columns = lists.map((list, index) => {
    const share = shares[index] ?? 100;
    return renderColumn(list, { share, align, style: section.columnStyles?.[index] }, page, container);
  });
  if (section.stackOnMobile !== false || count === 1) return columns.join('\n');
  const group = element('mj-group', directionOf(page), `\n${columns.slice(0, count).join('\n')}\n`);
  return [group, ...columns.slice(count)].join('\n');
}

/** The direction of columns and their texts. */
export function directionOf(page: MailPage): { direction: 'rtl' | undefined } {
  return { direction: page.dir === 'rtl' ? 'rtl' : undefined };
}

interface ColumnLook {
  /** Percent of the row. */
  share: number;
  align: string | undefined;
  style: ColumnStyle | undefined;
}

function renderColumn(
  list: readonly LeafBlock[],
  { share, align, style = {} }: ColumnLook,
  page: MailPage,
  container: Container,
): string {
  const own = readBackground(style.backgroundColor);
  const painted = onBackground(container, own);
  // The dark color would fill the space around it, too.
  const inside = own && style.padding ? pinned(painted) : painted;
  const outer = Math.floor((container.width * share) / 100);
  const width = Math.max(outer - sidesOf(style), 20);
  const blocks = list
    .map((block) => guard(block, renderLeaf(block, page, { ...inside, width }), page))
    .filter((mjml) => mjml !== '');
  const attributes = {
    ...directionOf(page),
    width: share === 100 ? '100%' : `${share}%`,
    'vertical-align': align,
    'css-class': writeCssClass(
      own && darkBackground(page.dark, inside.backdrop),
      phonePadding(page.phone, 'row', style.padding),
    ),
    ...lookOf(style, own),
  };
  return element('mj-column', attributes, blocks.length > 0 ? `\n${blocks.join('\n')}\n` : '');
}

/** The color and lines of a column. With space around it, MJML has them on a table of their own. */
function lookOf({ border, borderRadius, padding }: ColumnStyle, color: string | undefined): Attributes {
  const look = {
    'background-color': color,
    'border-radius': writeRadius(borderRadius),
    ...borderAttributes(border),
  };
  const space = padding ? spacing(padding) : '0';
  if (space === '0') return look;
  const inner = Object.entries(look).map(([name, value]) => [`inner-${name}`, value]);
  return { padding: space, ...Object.fromEntries(inner) };
}

/** Pixels that the border of a column and the space around it take from its width. */
function sidesOf({ border, padding }: ColumnStyle): number {
  const space = (padding?.left ?? 0) + (padding?.right ?? 0);
  return space + (border?.left?.width ?? 0) + (border?.right?.width ?? 0);
}

/** Puts the guards of a block's display condition around its MJML; an empty MJML stays empty. Previews show no guards. */
export function guard(block: Pick<Block, 'displayCondition'>, mjml: string, page: MailPage): string {
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
